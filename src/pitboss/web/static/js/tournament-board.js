// The leaderboard of a tournament: places with ties, chips and prizes; the tables of the heat; rules; what is won.

import { announce, cap, el, fill, keyed, money, say } from "./dom.js";

const STATUS = { in: "in", out: "out", disqualified: "disqualified" };
const panel = (className, title, ...children) => el("section", { class: `panel ${className}`, "aria-label": title }, el("h2", {}, title), children);

/** What somebody would win as things stand; a player may be called like anything. @param {any} state @param {string} player */
export const wouldWin = (state, player) => (Object.hasOwn(state.would_win_minor, player) ? state.would_win_minor[player] : 0);

export class Leaderboard {
  #said = "";

  constructor() {
    this.heat = el("p", { class: "tournament-heat" });
    this.phase = el("span", { class: "pill" });
    this.told = el("p", { class: "tournament-told" });
    this.rows = el("tbody");
    this.none = el("p", { class: "empty" }, "Nobody has entered yet.");
    const head = el("thead", {}, el("tr", {}, [["Place", ""], ["Player", ""], ["Chips", "money"], ["Heat", "money"], ["", ""], ["Prize", "money"]].map(([text, kind]) => el(text === "" ? "td" : "th", { class: kind, ...(text === "" ? {} : { scope: "col" }) }, text))));
    this.table = el("table", { class: "tournament-table" }, el("caption", { class: "unseen" }, "Who stands where"), head, this.rows);
    this.heats = el("div", { class: "tournament-heats" });
    this.facts = el("dl", { class: "tournament-facts" });
    this.rules = el("ul", { class: "small muted" });
    this.prizes = el("ol", { class: "tournament-prizes" });
    this.node = el("div", { class: "tournament-board" },
      el("header", { class: "felt tournament-head" }, el("div", {}, this.heat, this.told), this.phase),
      el("section", { class: "panel tournament-places changing", "aria-label": "Leaderboard" }, this.table, this.none),
      el("div", { class: "tournament-side changing" }, this.heats, panel("", "Prizes", this.prizes, this.facts), panel("", "Rules", this.rules)));
  }

  /** @param {any} state */
  show(state) {
    say(this.heat, state.heat === 0 ? `${state.entries.count} ${state.entries.count === 1 ? "player" : "players"}` : `Heat ${state.heat} of ${state.heats}`);
    say(this.phase, state.phase_briefly);
    this.phase.className = `pill ${state.ties.length > 0 ? "is-last" : state.phase === "awarded" ? "is-gold" : ["open", "playing"].includes(state.phase) ? "is-open" : ""}`;
    const ties = state.ties.map((tie) => `${tie.players.join(" and ")} are tied ${tie.decides === "prizes" ? "over a prize" : "for the next heat"}`);
    const on = state.goes_on.length > 0 ? [`On to the next heat: ${state.goes_on.join(", ")}`] : [];
    const told = [...ties, ...on].join(" · ") || cap(state.phase_in_words);
    say(this.told, told);
    if (this.#said !== "" && told !== this.#said) announce(`${told}.`);
    this.#said = told;
    this.#places(state);
    this.#side(state);
  }

  #places(state) {
    const tied = new Set(state.ties.flatMap((tie) => tie.players));
    const on = new Set(state.goes_on);
    const isAhead = state.standings.some((one) => one.place > 1 && one.status === "in");
    const shared = (place) => state.standings.filter((one) => one.place === place && one.status !== "disqualified").length > 1;
    this.none.hidden = state.standings.length > 0;
    this.table.hidden = state.standings.length === 0;
    keyed(this.rows, state.standings, (one) => one.player, (one) => el("tr", { "data-player": one.player }, el("td", { class: "tournament-place" }), el("th", { scope: "row", class: "tournament-name" }, one.player), el("td", { class: "money tournament-chips" }), el("td", { class: "money" }), el("td", {}), el("td", { class: "money tournament-prize" })), (row, one) => {
      const [place, , chips, heat, status, prize] = row.children;
      const won = one.prize_minor ?? wouldWin(state, one.player);
      say(place, state.heat === 0 ? "" : one.status === "disqualified" ? "–" : `${shared(one.place) ? "=" : ""}${one.place}`);
      say(chips, one.chips.toLocaleString("en-US"));
      say(heat, one.heat === 0 ? "" : String(one.heat));
      const said = tied.has(one.player) ? "tied" : on.has(one.player) ? "goes on" : one.status === "in" && state.heat === 0 ? "entered" : STATUS[one.status];
      fill(status, el("span", { class: `pill is-${said.replace(" ", "-")}` }, said));
      say(prize, won ? money(won, state.currency) : "");
      row.classList.toggle("is-first", one.place === 1 && state.heat > 0 && isAhead);
      row.classList.toggle("is-gone", one.status !== "in");
    });
  }

  #side(state) {
    const chipsOf = Object.fromEntries(state.standings.map((one) => [one.player, one.chips]));
    fill(this.heats, state.tables.map((one) => el("section", { class: "panel", "aria-label": `Table ${one.table}` }, el("header", { class: "spread" }, el("h2", {}, `Table ${one.table}`), el("span", { class: "pill" }, one.is_reported ? "reported" : state.phase === "seated" ? "seated" : "in play")),
      el("ol", { class: "tournament-seats" }, one.players.map((player, seat) => el("li", {}, el("span", { class: "muted" }, `Seat ${seat + 1} `), el("b", {}, player), state.phase === "seated" ? null : el("span", { class: "figure" }, chipsOf[player].toLocaleString("en-US"))))))));
    fill(this.prizes, state.prizes_minor.map((minor, place) => el("li", { class: "spread" }, el("span", {}, `Place ${place + 1}`), el("b", { class: "figure" }, money(minor, state.currency)))));
    const facts = [["Entry", state.entry_fee_minor === 0 ? "free" : money(state.entry_fee_minor, state.currency)], ["Fees", money(state.fees_minor, state.currency)], ...(state.house_added_minor > 0 ? [["The house adds", money(state.house_added_minor, state.currency)]] : []), ["Players", `${state.entries.count}, at most ${state.entries.most.toLocaleString("en-US")}`]];
    fill(this.facts, facts.map(([name, value]) => el("div", { class: "spread" }, el("dt", {}, name), el("dd", { class: "figure" }, value))));
    fill(this.rules, state.rules.map((text) => el("li", {}, text)));
  }
}
