// What the page shows, in one place. Parts of the page listen; whoever changes it says so.

import { colourOf, shade } from "./colours";
import { Correction, Preview, Question, Refused, State, server } from "./server";

export type ColourBy = "group" | "certainty" | "truth" | "said" | `column:${number}`;

class Store {
  state: State | null = null;
  places: Float32Array<ArrayBuffer> = new Float32Array(0);
  groups = new Int32Array(0);
  seeds = new Int32Array(0);
  certainty = new Float32Array(0);
  colourBy: ColourBy = "group";
  selected: number[] = [];
  why = "";  // what is selected, in words
  reading = -1;  // the item in the reader
  pending: { correction: Correction; preview: Preview | null } | null = null;
  questions: Question[] | null = null;
  then: { event: number; groups: Int32Array } | null = null;  // an earlier state, to look at
  message = "";
  trouble = "";
  gone = false;
  stage = "";
  share = 0;
  changes = 0;
  private column: Float32Array | null = null;
  private truth: Int32Array | null = null;
  private weighed = -1;
  private map = 0;
  private ready = false;
  private loading = Promise.resolve();
  private listeners = new Set<() => void>();

  listen(listener: () => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
  changed() {
    ++this.changes;
    for (const listener of this.listeners) listener();
  }

  start() {
    server.listen((news) => {
      this.stage = news.stage;
      this.share = news.share;
      const stale = news.version !== this.state?.version || news.weighed !== this.weighed || news.map !== this.map || news.ready !== this.ready;
      if (stale) {
        this.weighed = news.weighed;
        void this.load();
      } else if (this.state && this.state.trouble !== news.trouble) {
        this.state.trouble = news.trouble;
      }
      this.changed();
    }, (isGone) => {
      if (this.gone !== isGone) { this.gone = isGone; this.changed(); }
    });
  }

  /** One after another, so that what is older never replaces what is newer. */
  load(): Promise<void> {
    this.loading = this.loading.then(() => this.loadNow()).catch((error) => this.fail(error));
    return this.loading;
  }

  private async loadNow() {
    const state = await server.state();
    const fresh = state.version !== this.state?.version;
    this.state = state;
    this.ready = state.ready;
    if (state.map !== this.map && state.map > 0) {
      this.places = await server.map();
      this.map = state.map;
    }
    if (fresh && state.ready) {
      [this.groups, this.seeds, this.certainty] = await Promise.all([server.groups(), server.seeds(), server.certainty()]);
      this.questions = null;
    }
    this.changed();
  }

  fail(error: unknown) {
    this.trouble = error instanceof Error ? error.message : String(error);
    if (error instanceof Refused && error.status === 409) void this.load();
    this.changed();
  }
  say(message: string) {
    this.message = message;
    this.trouble = "";
    this.changed();
  }

  get current(): Int32Array { return this.then ? this.then.groups : this.groups; }
  nameOf(group: number): string {
    return group < 0 ? "dropped" : this.state?.groups?.find((g) => g.group === group)?.name ?? `group ${group}`;
  }

  select(items: number[], why: string, add = false) {
    const all = add ? Array.from(new Set([...this.selected, ...items])) : items;
    this.selected = all.sort((a, b) => a - b);
    this.why = why;
    this.reading = this.selected[0] ?? -1;
    this.pending = null;
    this.say(`${this.selected.length} selected: ${why}`);
  }
  selectGroup(group: number) {
    const items: number[] = [];
    this.current.forEach((g, i) => { if (g === group) items.push(i); });
    this.select(items, `all of ${this.nameOf(group)}`);
  }
  toggle(item: number) {
    const rest = this.selected.filter((i) => i !== item);
    this.selected = rest.length < this.selected.length ? rest : [...this.selected, item].sort((a, b) => a - b);
    this.pending = null;
    this.changed();
  }

  /** Four bytes for each item. What is not selected stays visible. */
  colours(): Uint8Array<ArrayBuffer> {
    const count = this.places.length / 2, colours = new Uint8Array(4 * count), dim = this.selected.length > 0;
    const chosen = new Uint8Array(count);
    for (const i of this.selected) chosen[i] = 1;
    const groups = this.current;
    for (let i = 0; i < count; ++i) {
      let [r, g, b] = colourOf(groups[i] ?? -1);
      if (this.colourBy === "certainty") [r, g, b] = shade(2 * (this.certainty[i] ?? 0) - 1);
      if (this.colourBy === "truth" && this.truth) [r, g, b] = colourOf(this.truth[i] ?? -1);
      if (this.colourBy === "said") [r, g, b] = colourOf(this.seeds[i] ?? -1);
      if (this.colourBy.startsWith("column:") && this.column) [r, g, b] = shade(this.column[i] ?? 0);
      colours.set([r, g, b, dim && !chosen[i] ? 90 : 225], 4 * i);
    }
    return colours;
  }
  async colour(by: ColourBy) {
    try {
      if (by === "truth" && !this.truth) this.truth = await server.truth();
      if (by.startsWith("column:")) {
        const values = await server.column(Number(by.slice(7)));
        let low = Infinity, high = -Infinity;
        for (const v of values) { low = Math.min(low, v); high = Math.max(high, v); }
        this.column = values.map((v) => (v - low) / (high - low || 1));
      }
      this.colourBy = by;
      this.changed();
    } catch (error) { this.fail(error); }
  }

  // --- saying something ---

  async propose(correction: Correction) {
    if (!this.state) return;
    const pending: { correction: Correction; preview: Preview | null } = { correction, preview: null };
    this.pending = pending;
    this.trouble = "";
    this.changed();
    try {
      pending.preview = await server.preview(this.state.version, correction);
    } catch (error) {
      if (this.pending === pending) this.pending = null;
      return this.fail(error);
    }
    this.changed();
  }
  cancel() { this.pending = null; this.changed(); }

  async apply(correction: Correction | undefined = this.pending?.correction) {
    if (!this.state || !correction) return;
    await this.step(() => server.apply(this.state!.version, correction), "done");
  }
  undo() { return this.step(() => server.undo(this.state!.version), "undone"); }
  redo() { return this.step(() => server.redo(this.state!.version), "done again"); }

  private async step(change: () => Promise<unknown>, said: string) {
    try {
      await change();
      this.pending = null;
      this.then = null;
      await this.load();
      this.say(`${said}: ${this.state?.history.at(-1)?.words ?? ""}`);
    } catch (error) { this.fail(error); }
  }

  async ask() {
    try {
      this.questions = await server.questions();
      this.changed();
    } catch (error) { this.fail(error); }
  }
  async answer(question: Question, group: number) {
    await this.apply({ said: "belong", items: question.items.slice(0, 1), group });
    await this.ask();
  }

  async lookAt(event: number | null) {
    try {
      this.then = event === null || event === this.state?.lastEvent ? null : { event, groups: await server.groups(event) };
      this.changed();
    } catch (error) { this.fail(error); }
  }
}

export const store = new Store();
