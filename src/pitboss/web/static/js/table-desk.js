// The desk of one table: a line for each thing to be done, who does it and who stands by, the rack by denomination, slips
// under way, and papers.
//
// Which lines there are, what is done and what still keeps the table closed is said by the server; what may be done by whom
// by its offers. A line is one tap; the large button is the first line that is not done.

import { read } from "./api.js";
import { onKey } from "./base/frame.js";
import { refusalOf } from "./base/refusal.js";
import { announce, cap, clockTime, el, fill, keyed, minorOf, money, plainMoney, say, shortMoney, words } from "./dom.js";
import { narrowed, offerOf } from "./offers.js";
import { doAct, offersOf, openOffered } from "./parts/acts.js";
import { chipPicture, faceOf } from "./parts/chip.js";
import { paperAddress, paperOf } from "./parts/paper.js";
import { openSign } from "./parts/sign.js";
import { gameName } from "./words.js";

const SOON_MS = 150;
const COUNT = "table.count_inventory/1";
const PRINT = "table.print_slip/1";
const RELIEVE = "table.relieve_dealer/2";
const SLIP_ACTS = /issue_fill|accept_fill|send_credit|receive_credit|void_slip/;

/** Return a button that shows the posted sign. @param {string} stream @param {string} name */
export const signButton = (stream, name) => el("button", { type: "button", class: "tool", onclick: () => openSign(stream, name) }, "Sign");

/** Return which chips a text of pieces has: `40x25 3x100` by value in minor units. */
function piecesOf(text, currency) {
  const found = new Map();
  for (const one of text.split(" ").filter(Boolean)) {
    const [count, value] = one.split("x");
    const minor = minorOf(value, currency);
    found.set(minor, (found.get(minor) ?? 0) + Number(count));
  }
  return found;
}

/** Return the name of a paper as an address has it. */
const named = ({ paper, number }) => `${paper}-${number}`;

export class TableDesk {
  /** @type {any} */
  now = null;
  /** @type {any[]} */
  offers = [];
  #turn = 0;
  #timer = 0;
  #shown = "";
  #isTouched = false;
  /** The paper that the address names, such as `slip-3`; it is brought into view once. */
  #named = decodeURIComponent(location.hash.slice(1));
  #isFound = false;

  /** @param {{ live: import("./live.js").Live, followed: import("./base/store.js").Followed, stream: string, approvals: any, node: HTMLElement, name: HTMLElement, game: HTMLElement, done: HTMLElement, tell: (text: string, isBad: boolean) => void, links: any }} given */
  constructor({ live, followed, stream, approvals, node, name, game, done, tell, links }) {
    this.live = live;
    this.stream = stream;
    this.approvals = approvals;
    this.tell = tell;
    this.name = name;
    this.game = game;
    this.done = done;
    this.#build(node, links);
    followed.addEventListener("change", () => this.#soon());
    onKey("Space", "The next act", () => this.next.disabled || this.next.click());
    this.look();
  }

  #build(node, links) {
    this.title = el("h2", {});
    this.lines = el("ol", { class: "check-lines changing" });
    this.which = el("div", { class: "row", role: "group", "aria-label": "List" }, ["opening", "closing"].map((one) => el("button", { type: "button", "data-list": one, onclick: () => this.#show(one) }, cap(one))));
    this.counted = el("p", { class: "muted small" });
    this.rows = el("tbody");
    this.sum = el("strong", { class: "figure" });
    this.apart = el("span", { class: "figure" });
    this.count = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main", "data-once": "", onclick: () => this.#count() }, "Count"));
    this.trouble = el("p", { class: "note is-bad", role: "alert" });
    this.slips = el("ul", { class: "table-slips changing" });
    this.papers = el("ul", { class: "table-papers changing" });
    this.printed = el("p");
    this.people = el("ul", { class: "table-people changing" });
    this.kept = el("p", { class: "table-kept", role: "status" });
    this.next = /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "main next", id: "next", "data-once": "" }));
    const act = (text, tag) => el("button", { type: "button", "data-act": tag, onclick: () => this.#open(text, (one) => one === tag, tag) }, text);
    const list = el("section", { class: "panel table-list", "aria-label": "Checklist" }, el("header", { class: "spread" }, this.title, this.which), this.lines);
    this.rack = el("section", { class: "panel table-rack", "aria-label": "Rack" }, el("header", { class: "spread" }, el("h2", {}, "Rack count"), this.counted),
      el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Chip"), el("th", { scope: "col", class: "money" }, "Pieces"), el("th", { scope: "col", class: "money" }, "Amount"))), this.rows, el("tfoot", {}, el("tr", {}, el("td", {}, this.count), el("td", {}, "Against what must lie there ", this.apart), el("td", { class: "money" }, this.sum)))), this.trouble);
    const slips = el("section", { class: "panel", "aria-label": "Fills and credits" }, el("header", { class: "spread" }, el("h2", {}, "Fills and credits"), el("span", { class: "row" }, act("Begin counts and slips", "table.begin_inventory/1"), act("Request a fill", "table.request_fill/1"), act("Request a credit", "table.request_credit/1"))), this.slips, el("h3", {}, "Papers"), this.papers, this.printed);
    const people = el("section", { class: "panel", "aria-label": "Who must see it" }, el("header", { class: "spread" }, el("h2", {}, "Who must see it"), act("Relieve the dealer", RELIEVE)), this.people);
    fill(node, el("div", { class: "table-grid" }, el("div", { class: "table-left" }, list, slips), el("div", { class: "table-right" }, this.rack, people)), el("footer", { class: "table-foot" }, el("div", { class: "row table-links" }, links), this.kept, this.next));
    this.next.addEventListener("click", () => this.#go());
  }

  get #list() {
    return this.#shown === "closing" ? this.now.closing : this.now.opening;
  }

  get #first() {
    return this.#list.find((one) => !one.is_done);
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), SOON_MS);
  }

  /** Ask how the table stands; of several questions the last one counts. */
  async look() {
    const mine = (this.#turn += 1);
    try {
      const [now, offers] = await Promise.all([read(`/api/streams/${encodeURIComponent(this.stream)}/table`), offersOf(this.stream)]);
      if (mine !== this.#turn) return;
      this.now = now;
      this.offers = offers;
      const isOpening = !now.is_open || (!now.has_played && now.opening.some((one) => !one.is_done));
      if (!this.#isTouched) this.#shown = isOpening ? "opening" : "closing";
      this.#draw();
    } catch (error) {
      if (mine === this.#turn) fill(this.kept, `${cap(error.message)}.`);
    }
  }

  #show(which) {
    this.#shown = which;
    this.#isTouched = true;
    this.#draw();
  }

  #draw() {
    const { now } = this;
    const list = this.#list;
    document.title = `${now.name}, opening and closing`;
    say(this.name, now.name);
    say(this.game, `${cap(gameName(now.game))} · ${now.is_open ? "open" : "closed"}`);
    say(this.done, `${list.filter((one) => one.is_done).length} of ${list.length} done`);
    say(this.title, this.#shown === "opening" ? "Opening checklist" : "Closing checklist");
    for (const button of this.which.children) button.setAttribute("aria-pressed", String(button.getAttribute("data-list") === this.#shown));
    keyed(this.lines, list, (one) => one.title, (one) => el("li", {}, el("button", { type: "button", onclick: () => this.#do(one.title) }, el("i", { "aria-hidden": "true" }), el("span", { class: "check-what" }, el("strong"), el("span", { class: "small" })), el("span", { class: "check-clause" }), el("span", { class: "check-who small" }), el("time", { class: "small figure" }))), (node, one) => this.#line(node, one));
    for (const button of document.querySelectorAll(".table-grid header [data-act]")) /** @type {HTMLElement} */ (button).hidden = !this.offers.some((one) => one.act === button.getAttribute("data-act"));
    this.#drawRack();
    this.#drawSlips();
    keyed(this.people, now.people.filter((one) => one.place !== "away" || this.#needs(one.role)), (one) => one.name, () => el("li", {}, el("i", { "aria-hidden": "true" }), el("strong"), el("span", { class: "small muted" })), (node, one) => {
      node.className = `is-${one.place}`;
      say(node.children[1], one.name);
      say(node.children[2], `${words(one.role)}, ${{ table: "at the table", here: "in the pit", away: "not here" }[one.place]}`);
    });
    const first = this.#first;
    const wanted = this.#shown === "opening" ? !now.is_open : now.is_open;
    fill(this.kept, el("strong", {}, !wanted ? (now.is_open ? "The table is open" : "The table is closed") : now.is_open ? "The table stays open" : "The table stays closed"),
      el("span", { class: "small" }, wanted ? (now.kept === null ? "Nothing is in the way." : `${cap(now.kept.reason)}.${now.kept.clause ? ` [${now.kept.clause}]` : ""}`) : ""));
    this.next.disabled = first === undefined || !this.#may(first);
    fill(this.next, first === undefined ? "All lines are done" : this.#said(first), first !== undefined && el("small", {}, this.#may(first) ? (first.witness_roles.length > 0 ? `with ${this.#roles(first.witness_roles)}` : "one tap") : first.act === "" ? "at the console" : `for ${this.#roles(first.by_roles)}`));
  }

  #said(line) {
    return line.title.includes(" the table") ? line.title : line.is_done ? line.title : `Next: ${line.title.charAt(0).toLowerCase()}${line.title.slice(1)}`;
  }

  #roles(roles) {
    return [...new Set(roles.map((one) => words(one.replace("+", " or above"))))].join(", ").replace(/, ([^,]*)$/, " or $1");
  }

  /** Whether somebody of a role has a part in a line that is not done. */
  #needs(role) {
    return this.#list.some((one) => !one.is_done && [...one.by_roles, ...one.witness_roles].includes(role));
  }

  #may(line) {
    return line.act !== "" && this.offers.some((one) => one.act === line.act);
  }

  #line(node, one) {
    const [button] = node.children;
    const isNext = one === this.#first;
    node.className = one.is_done ? "is-done" : isNext ? "is-next" : "";
    button.disabled = one.is_done || !this.#may(one);
    const [mark, what, clause, who, time] = button.children;
    say(mark, one.is_done ? "✓" : "");
    say(what.children[0], one.title);
    say(what.children[1], one.text);
    say(clause, one.clause);
    const names = one.is_done ? one.done_by : one.by.length > 0 ? [one.by.join(" or ")] : [`${this.#roles(one.by_roles)}, not here`];
    const second = one.is_done || one.witness_roles.length === 0 ? "" : ` before ${one.witness.length > 0 ? one.witness.join(" or ") : `${this.#roles(one.witness_roles)}, not here`}`;
    fill(who, `${names.join(" and ")}${second}`, el("span", { class: "unseen" }, one.is_done ? ", done" : ", to do"));
    say(time, one.at === null ? "" : clockTime(one.at));
  }

  // The rack

  #drawRack() {
    const { now } = this;
    this.rack.hidden = !now.is_counted;
    if (!now.is_counted) return;
    say(this.counted, now.count === null ? "not counted yet" : `${now.count.kind} count of ${clockTime(now.count.at)}: ${money(now.count.counted_minor, now.currency)}${now.count.difference_minor === 0 ? "" : `, ${money(now.count.difference_minor, now.currency)} apart`}`);
    const known = now.count === null ? new Map() : piecesOf(now.count.pieces, now.currency);
    const values = [...new Set([...now.chips_minor, ...known.keys()])].filter((one) => Number.isInteger(one)).sort((a, b) => b - a);
    keyed(this.rows, values, String, (value) => el("tr", {}, el("th", { scope: "row" }, el("span", { class: "row" }, chipPicture({ size: 32, face: faceOf(value, now.chips_minor), text: "" }), shortMoney(value, now.currency))), el("td", { class: "money" }, el("input", { inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", placeholder: "0", "data-value": value, "aria-label": `Pieces at ${shortMoney(value, now.currency)}`, oninput: () => this.#add() })), el("td", { class: "money figure" })));
    this.count.disabled = !this.offers.some((one) => one.act === COUNT);
    this.#add();
  }

  /** What stands in the fields, as pieces and as money. */
  #typed() {
    const inputs = /** @type {HTMLInputElement[]} */ ([...this.rows.querySelectorAll("input")]);
    const found = inputs.filter((one) => /^\d+$/.test(one.value.trim()) && Number(one.value) > 0).map((one) => ({ value: Number(one.dataset.value), pieces: Number(one.value) }));
    const text = found.map((one) => `${one.pieces}x${plainMoney(one.value, this.now.currency).replace(/\.00$/, "")}`).join(" ");
    return { found, text, total: found.reduce((sum, one) => sum + one.value * one.pieces, 0) };
  }

  #add() {
    const { found, total } = this.#typed();
    for (const row of this.rows.children) {
      const value = Number(row.querySelector("input").dataset.value);
      say(row.children[2], shortMoney((found.find((one) => one.value === value)?.pieces ?? 0) * value, this.now.currency));
    }
    say(this.sum, money(total, this.now.currency));
    const apart = total - this.now.tray_minor;
    say(this.apart, total === 0 ? "" : apart === 0 ? "$0, agrees" : `${apart > 0 ? "+" : ""}${money(apart, this.now.currency)}`);
    this.apart.classList.toggle("loss", total !== 0 && apart !== 0);
  }

  async #count() {
    const kinds = this.offers.filter((one) => one.act === COUNT).flatMap((one) => one.fields.kind?.values ?? []);
    const kind = kinds.find((one) => one === this.#shown) ?? kinds[0] ?? "shift";
    const { text } = this.#typed();
    const act = { type: COUNT, kind, pieces: text };
    const answer = await this.approvals.act(this.stream, act, offerOf(this.offers, { type: COUNT, kind }) ?? { alone: false, confirm: [] }, `${cap(kind)} count of the rack`);
    this.#told(answer);
  }

  #told(answer) {
    const refused = refusalOf(answer);
    fill(this.trouble, refused === null ? "" : `${cap(refused.reason)}.${refused.clause ? ` [${refused.clause}]` : ""}`);
    if (refused === null && answer.type !== "waiting") {
      this.tell("Done.", false);
      announce("Done.");
    } else if (refused !== null) this.tell(`${cap(refused.reason)}.`, true);
    this.look();
  }

  // Slips and papers

  #drawSlips() {
    const { slips, papers, currency } = this.now;
    keyed(this.slips, slips, (one) => String(one.slip), (one) => el("li", {}, el("span", {}, el("strong"), el("span", { class: "small muted" })), el("button", { type: "button", onclick: () => this.#open(`${one.is_fill ? "Fill" : "Credit"} ${one.slip}`, (tag) => SLIP_ACTS.test(tag), "", one.slip) }, "Go on")), (node, one) => {
      say(node.children[0].children[0], `${one.is_fill ? "Fill" : "Credit"} ${one.slip}, ${money(one.total_minor, currency)}`);
      say(node.children[0].children[1], `${one.pieces}; ${one.way}, asked for by ${one.requested_by}`);
    });
    if (slips.length === 0) fill(this.slips, el("li", { class: "muted small" }, this.now.is_counted ? "Nothing is on its way." : "The rack is not kept by counts and slips yet: a pit supervisor begins that, with an auditor."));
    const open = new Set(slips.map((one) => `slip-${one.slip}`));
    const newest = papers.filter((one, index) => index >= papers.length - 6 || named(one) === this.#named || open.has(named(one))).reverse();
    fill(this.papers, newest.map((one) => el("li", { id: named(one), class: named(one) === this.#named ? "is-named" : "" }, el("span", {}, `${cap(one.paper)} ${one.number}`), one.prints.map((print) => el("a", { href: paperAddress(this.stream, print.version), target: "_blank", rel: "noopener", class: "button" }, print.is_copy ? "Copy" : "Original")), this.offers.some((offer) => offer.act === PRINT) && el("button", { type: "button", onclick: () => this.#print(one) }, one.prints.length > 0 ? "Print a copy" : "Print", el("span", { class: "unseen" }, ` of ${one.paper} ${one.number}`)))));
    if (newest.length === 0) fill(this.papers, el("li", { class: "muted small" }, "No papers yet: counts and finished slips are printed here."));
    const found = this.#isFound ? null : this.papers.querySelector(".is-named");
    found?.scrollIntoView({ block: "center" });
    this.#isFound ||= found !== null;
  }

  async #print({ paper, number }) {
    const answer = await this.live.command(this.stream, { type: PRINT, paper, number });
    fill(this.printed, paperOf(this.stream, answer));
    this.#told(answer);
  }

  // What is done

  #go() {
    const first = this.#first;
    if (first !== undefined) this.#do(first.title);
  }

  /** Do a line: at once where nothing is to be said, with the rack where it is counted, with its form else. */
  async #do(title) {
    const line = this.#list.find((one) => one.title === title);
    const offers = this.offers.filter((one) => one.act === line.act);
    if (line.act === COUNT) {
      this.rack.querySelector("input")?.focus();
      announce("Count the rack by denomination.");
      return;
    }
    const [offer] = offers;
    const plain = offers.length === 1 && Object.values(offer.fields).every((domain) => domain.type === "subset" || (domain.type === "choices" && domain.values.length === 1));
    if (!plain) {
      this.#open(title, (tag) => tag === line.act, line.act);
      return;
    }
    const fields = Object.fromEntries(Object.entries(offer.fields).map(([name, domain]) => [name, domain.type === "subset" ? domain.must : domain.values[0]]));
    const answer = await doAct({ approvals: this.approvals, stream: this.stream, currency: this.now.currency }, { type: line.act, ...fields }, offers, false);
    this.#told(answer);
  }

  #open(title, picks, first = "", slip = null) {
    openOffered({
      approvals: this.approvals, stream: this.stream, currency: this.now.currency, title: `${title}, ${this.now.name}`, picks, first,
      narrow: slip === null ? undefined : (offer) => narrowed(offer, "slip", slip),
      done: () => this.look(),
    });
  }
}
