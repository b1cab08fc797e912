// The messages of the WebSocket, written from the published schema by `make golden`; not to be edited.

/** The durable answer to a command. */
export type Answer = { type: "answer"; stream: string; key: string; is_accepted: boolean; events?: (any)[]; refusal?: any; first?: number; last?: number; code?: string | null };

/** Stand by somebody's act as the second person. */
export type Approve = { type: "approve"; approval: string };

/** Ask what became of a command. */
export type AskFate = { type: "fate"; stream: string; key: string };

/** Ask what one may do now. */
export type AskOffers = { type: "offers"; stream: string };

/** A sign of life each second: what is left of the betting windows in milliseconds, and which day a tote has. */
export type Beat = { type: "beat"; now: string; left?: Record<string, number>; days?: Record<string, string> };

/** A tote board: odds, pools, probable prices, results; at most once a second while bets come in. */
export type BoardNow = { type: "board"; stream: string; version: number; board: Record<string, any> | null; moved?: Record<string, Moved> };

/** The first message to a machine: what it is to sign, before anything else is served to it. */
export type Challenge = { type: "challenge"; terminal: string; nonce: string };

/** Refuse to stand by somebody's act, or take one's own question back. */
export type Decline = { type: "decline"; approval: string };

/** To staff who watch a table with terminals, each second: how long ago each answered; None for one off line. */
export type LinesOf = { type: "lines"; stream: string; lines: Record<string, number | null> };

/** The session is locked: why, and that only what the public sees comes until the password is given again. */
export type Locked = { type: "locked"; reason: string };

/** How odds moved the last time they did. */
export type Moved = { was: string | null; is_longer: boolean };

/** What happened in a stream after a version, up to another: the part of it that the client may see. */
export type NewsOf = { type: "news"; stream: string; after: number; version: number; events: (Record<string, any>)[]; own?: Record<string, any> | null; changes?: Record<string, any>; gone?: ((string)[])[]; said?: (string)[]; state?: Record<string, any> | null };

/** Nothing was recorded under a key. */
export type NotKnown = { type: "not_known"; stream: string; key: string };

/** An act that one may do now. */
export type OfferNow = { act: string; fields: Record<string, any>; alone: boolean; confirm: (string)[] };

/** What one may do now, as a stream stands at this version. */
export type OffersNow = { type: "offers"; stream: string; version: number; offers: (OfferNow)[] };

/** Ask for a sign of life. */
export type Ping = { type: "ping"; token?: string | null };

/** The answer to a ping. */
export type Pong = { type: "pong"; token?: string | null };

/** A message could not be used, or its sender may not. */
export type Problem = { type: "problem"; error: string; reason: string; values: Record<string, any>; stream?: string | null; key?: string | null };

/** A machine's signature, over what it was asked. */
export type Proof = { type: "proof"; signature: string };

/** Ask for something to be done. */
export type Send = { type: "command"; stream: string; key: string; act: any; second?: boolean };

/** A stream as it stands, for whoever asked. */
export type StateNow = { type: "state"; stream: string; version: number; state: Record<string, any> };

/** Ask for a stream's state now and its news from then on. */
export type Subscribe = { type: "subscribe"; stream: string; after?: number | null };

/** Ask for no more news of a stream. */
export type Unsubscribe = { type: "unsubscribe"; stream: string };

/** A command waits for a second person, to stand by it; or, without a number, to enter the same. */
export type WaitingFor = { type: "waiting"; stream: string; key: string; approval: string | null; minutes: number | null; code?: string | null };

/** Ask for a tote board now and whenever it changes; a connection has one, and another takes its place. */
export type WatchBoard = { type: "board"; stream: string; track?: string | null; race?: number | null };

/** The first message, to a machine the second: who the client is found to be, and which streams there are. */
export type Welcome = { type: "welcome"; house: string; who: string | null; role: string | null; streams: (string)[]; now: string; terminal?: string | null };

export type ClientMessage = Subscribe | Unsubscribe | Send | AskFate | AskOffers | WatchBoard | Approve | Decline | Ping | Proof;

export type ServerMessage = Challenge | Welcome | StateNow | NewsOf | Answer | NotKnown | WaitingFor | OffersNow | Problem | Beat | LinesOf | BoardNow | Pong | Locked;
