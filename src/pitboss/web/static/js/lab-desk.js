// The desk of the laboratory: a table or rulebook is chosen, its rules are changed, and its figures follow.
//
// Nothing is reckoned here. The server holds every change to the rulebook and answers with figures or with refusals; what
// was chosen stands in the page's address, so that it can be kept and handed on.

import { read } from "./api.js";
import { onKey } from "./base/frame.js";
import { openSheet } from "./base/sheet.js";
import { announce, cap, el, fill, say } from "./dom.js";
import { OddsPanel } from "./lab-odds.js";
import { reckoned } from "./lab-reckoned.js";
import { RulesPanel } from "./lab-rules.js";
import { RunPanel } from "./lab-run.js";
import { StrategyPanel } from "./lab-strategy.js";
import { gameName } from "./words.js";

export class LabDesk {
  /** @type {any} the table that was chosen */
  table = null;
  /** @type {{ table?: string, rulebook?: string }} */
  chosen = {};
  #turn = 0;

  /** @param {{ live: import("./live.js").Live, node: HTMLElement }} given */
  constructor({ live, node }) {
    this.live = live;
    this.chooser = /** @type {HTMLSelectElement} */ (el("select", { id: "chooser", onchange: () => this.#choose(this.chooser.value, {}) }));
    this.rules = new RulesPanel(() => this.look());
    this.odds = new OddsPanel(() => this.run.aim(this.odds.chosen));
    this.run = new RunPanel(this);
    this.strategy = new StrategyPanel();
    this.about = el("p", { class: "small muted" });
    this.sheet = el("button", { type: "button", id: "par", onclick: () => this.#openSheet() }, "PAR sheet");
    this.csv = /** @type {HTMLAnchorElement} */ (el("a", { class: "button", id: "odds-csv", download: "" }, "Odds CSV"));
    this.json = /** @type {HTMLAnchorElement} */ (el("a", { class: "button", id: "odds-json", download: "odds.json" }, "JSON"));
    const rules = el("section", { class: "panel lab-rules", "aria-labelledby": "rules-title" }, el("h2", { id: "rules-title", class: "unseen" }, "Rules"),
      el("label", { for: "chooser", class: "lab-over" }, "Table or rulebook"), this.chooser, this.about, this.rules.node, el("footer", { class: "row" }, this.rules.back, this.sheet));
    fill(node, el("div", { class: "lab-desk" }, rules, el("div", { class: "lab-middle" }, this.odds.head, this.odds.list, el("p", { class: "row lab-files" }, this.csv, this.json)), el("div", { class: "lab-right" }, this.run.node, this.strategy.node)));
    onKey("p", "Open the PAR sheet", () => this.#openSheet());
    onKey("b", "Put the rules back as they are", () => this.rules.back.click());
    onKey("s", "Start or cancel the simulation", () => this.run.toggle());
    this.#open();
  }

  /** Return what a request says of the table and its changes. @param {Record<string, string | number>} [more] */
  query(more = {}) {
    const { changed } = this.rules;
    const said = { ...this.chosen, ...(Object.keys(changed).length > 0 ? { settings: JSON.stringify(changed) } : {}), ...more };
    return `?${new URLSearchParams(Object.entries(said).map(([name, value]) => [name, String(value)]))}`;
  }

  async #open() {
    try {
      const { tables, rulebooks } = await read("/api/lab");
      const option = (value, name) => el("option", { value }, name);
      fill(this.chooser,
        tables.length > 0 && el("optgroup", { label: "Tables of the house" }, tables.map((one) => option(`table=${one.stream}`, `${one.name}, ${gameName(one.game)}`))),
        el("optgroup", { label: "Rulebooks, with their defaults" }, rulebooks.map((one) => option(`rulebook=${one.id}`, one.title))));
      const asked = new URLSearchParams(location.search);
      const wanted = ["table", "rulebook"].map((name) => `${name}=${asked.get(name)}`).find((one) => [...this.chooser.options].some(({ value }) => value === one));
      await this.#choose(wanted ?? this.chooser.options[0].value, wanted === undefined ? {} : settingsOf(asked.get("settings")));
    } catch (error) {
      this.odds.fail(error);
    }
  }

  /** @param {string} value @param {Record<string, any>} changed */
  async #choose(value, changed) {
    const [name, id] = value.split(/=(.*)/s);
    this.chooser.value = value;
    this.chosen = { [name]: id };
    const mine = (this.#turn += 1);
    this.odds.wait();
    try {
      const found = await read(`/api/lab/table?${new URLSearchParams([[name, id]])}`);
      if (mine !== this.#turn) return;
      this.table = found;
      say(this.about, found.name ? `Rulebook: ${found.title}` : `${cap(gameName(found.game))}, with the defaults of the rulebook`);
      this.odds.forget();
      this.strategy.forget();
      this.rules.show(found, changed);
      await this.look();
    } catch (error) {
      if (mine === this.#turn) this.odds.fail(error);
    }
  }

  /** Ask for the figures of the table with its changes; of several questions the last one counts. */
  async look() {
    const mine = (this.#turn += 1);
    const query = this.query();
    const isWanted = () => mine === this.#turn;
    history.replaceState(null, "", `${location.pathname}${query}`);
    this.odds.wait();
    try {
      const found = await reckoned(`/api/lab/odds${query}`, isWanted);
      if (!isWanted()) return;
      this.rules.refuse(found.refusals);
      this.odds.isOld(found.refusals.length > 0);
      for (const link of [this.csv, this.json, this.sheet]) link.toggleAttribute("inert", found.refusals.length > 0);
      this.sheet.disabled = this.run.isRefused = found.refusals.length > 0;
      this.run.draw();
      if (found.refusals.length > 0) {
        announce(`Refused: ${found.refusals.map((one) => one.reason).join(". ")}`);
        if (!this.odds.hasFigures) {
          // The page was opened with changes that are refused: the figures are those of the table as it is.
          const unchanged = await reckoned(`/api/lab/odds?${new URLSearchParams(this.chosen)}`, isWanted);
          if (isWanted()) this.odds.show(unchanged, this.rules);
        }
        return;
      }
      this.csv.href = `/api/lab/odds/export${query}`;
      this.json.href = `/api/lab/odds${query}`;
      this.odds.show(found, this.rules);
      this.run.aim(this.odds.chosen);
      await this.strategy.look(this.table.game === "blackjack" ? query : null, isWanted);
    } catch (error) {
      if (isWanted()) this.odds.fail(error);
    }
  }

  #openSheet() {
    if (this.sheet.disabled || this.table === null) return;
    const query = this.query({ seed: 1 });
    const body = el("div", { class: "lab-sheet" }, el("p", { class: "empty" }, "The sheet is being reckoned: a million rounds of every wager are played…"));
    const links = el("p", { class: "row", hidden: true }, el("a", { class: "button", id: "par-pdf", href: `/api/lab/par.pdf${query}`, target: "_blank", rel: "noopener" }, "PDF"), el("a", { class: "button", id: "par-html", href: `/api/lab/par.html${query}`, download: "par-sheet.html" }, "Page"));
    const { node } = openSheet({ title: "PAR sheet", wide: true, className: "lab-par", body: [links, body] });
    reckoned(`/api/lab/par${query}`, () => node.open).then((found) => {
      links.hidden = false;
      fill(body, el("p", { class: "muted" }, found.title), found.sections.map(section));
    }, (error) => fill(body, el("p", { class: "note is-bad", role: "alert" }, `${cap(error.message)}.`)));
  }
}

/** Return the changes that an address names; none where it names no such thing. @param {string | null} text */
function settingsOf(text) {
  try {
    const found = JSON.parse(text ?? "{}");
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/** @param {{ heading: string, sentences: string[], columns: string[], rows: string[][] }} one */
function section({ heading, sentences, columns, rows }) {
  const table = el("table", {}, el("caption", { class: "unseen" }, heading), el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))));
  return el("section", {}, el("h3", {}, heading), sentences.map((text) => el("p", { class: "small muted" }, text)), columns.length > 0 && el("div", { class: "lab-wide", tabindex: 0, role: "region", "aria-label": heading }, table));
}
