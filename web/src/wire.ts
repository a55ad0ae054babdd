// Made by tools/wire_types.py from wire.py and scene.py: change those and run `make types`.

export type Kind = "card" | "pile" | "counter" | "token" | "die" | "dial";

export type Layout = "row" | "fan" | "pile" | "grid" | "track" | "board";

export type Sound = "" | "card" | "turn" | "roll" | "clash" | "roar" | "boom" | "coin" | "bell" | "win";

export type ToPage = Update | People | Chat | Done | Refused | Pong | Gone;

export type FromPage = Hello | Act | TakeBack | Say | Ping;

/** A small picture with a number, printed on a piece: a stat that it has, a test that it asks, a gain it brings. */
export interface Sign {
  mark: string;
  value?: string;
  icon?: string;
  colour?: string;
  turned?: boolean;
  chosen?: boolean;
}

/** One thing on the table. */
export interface Piece {
  id: string;
  kind: Kind;
  label: string;
  title?: string;
  value?: string;
  text?: string;
  cites?: string;
  icon?: string;
  glyph?: string;
  colour?: string;
  mark?: string;
  signs?: Sign[];
  brings?: Sign[];
  count?: number;
  most?: number;
  turned?: boolean;
  chosen?: boolean;
  space?: string;
  home?: string;
  action?: number | null;
}

/** A place on a board or a track; with nothing printed on it but colour and mark, an outline on the cloth. */
export interface Space {
  id: string;
  label: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  shape?: "ground" | "round" | "square" | "water";
  title?: string;
  value?: string;
  text?: string;
  cites?: string;
  icon?: string;
  colour?: string;
  mark?: string;
  levels?: number;
  worth?: string;
  action?: number | null;
}

/** A line on a board: a street, a border, a shot. Its points count as the corners of spaces do. */
export interface Road {
  points: [number, number][];
  style?: "border" | "gold" | "shot" | "street" | "water";
  colour?: string;
  label?: string;
}

/** A place on the table, with what lies there; an empty one keeps its room. docs/scenes.md tells what goes where. */
export interface Area {
  id: string;
  title: string;
  layout?: Layout;
  seat?: number | null;
  pieces?: Piece[];
  columns?: number;
  size?: [number, number];
  spaces?: Space[];
  roads?: Road[];
  folded?: boolean;
}

/** A choice that has no piece to touch. */
export interface Button {
  action: number;
  label: string;
  kind: "confirm" | "pass" | "plain";
}

/** One player, as the others see them. */
export interface Seat {
  seat: number;
  name: string;
  colour: string;
  mark: string;
  points: number;
  acting: boolean;
  place: number | null;
}

/** What lies on the table for one viewer. */
export interface Scene {
  game: string;
  viewer: number;
  prompt: string;
  cites: string;
  seats: Seat[];
  areas: Area[];
  buttons: Button[];
  topic: string;
  concerns: boolean;
  over: boolean;
  announce: string;
  sound: Sound;
}

/** A variation or house rule; its first value is the default. */
export interface SwitchCard {
  name: string;
  title: string;
  meaning: string;
  values: string[];
  seats: number[];
}

/** Two switches that cannot both be on, and why. */
export interface ExclusionCard {
  one: string;
  other: string;
  why: string;
}

/** A bot that can sit down at a game. */
export interface BotCard {
  name: string;
  title: string;
  about: string;
}

/** A game as the home page shows it, with all that can be chosen when a table is opened. */
export interface GameCard {
  name: string;
  title: string;
  about: string;
  fewest: number;
  most: number;
  minutes: number[];
  icons: string[];
  seat_names: string[];
  switches: SwitchCard[];
  exclusions: ExclusionCard[];
  bots: BotCard[];
}

/** Something in the box, as it is printed. */
export interface CardFace {
  table: string;
  id: string;
  title: string;
  value: string;
  text: string;
  cites: string;
  icon: string;
  facts: Record<string, string>;
}

/** Who is asking: a guest with a name of their own. */
export interface Me {
  id: string;
  name: string;
  is_new: boolean;
}

/** A guest wants another name. */
export interface Rename {
  name: string;
}

/** A link to a page that makes another device the same person; good once, for ten minutes. */
export interface Passage {
  path: string;
}

/** Who shall sit in a seat: the one who opens the table, a bot, or whoever comes. */
export interface Chair {
  who: "bot" | "me" | "open";
  bot?: string;
}

/** Seconds for the whole game, and how many more with each choice. */
export interface ClockRule {
  bank: number;
  more?: number;
}

/** A table that somebody wants to open. Chairs that are not named are open. */
export interface Opening {
  game: string;
  seats?: number | null;
  switches?: Record<string, string | boolean>;
  box?: string;
  chairs?: Chair[];
  clock?: ClockRule | null;
  public?: boolean;
  pace?: number;
}

/** A table that is there now. */
export interface Opened {
  id: string;
  path: string;
}

/** A file of cards that somebody wants to play with. */
export interface BoxCheck {
  game: string;
  box: string;
}

/** Whether something can be played with, and if not, why; and what may be a slip all the same. */
export interface Checked {
  fine: boolean;
  sentence: string;
  warnings: string[];
}

/** Who sits in a seat, as everybody may know it. */
export interface Person {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  bot: string;
  you: boolean;
  here: boolean;
  acting: boolean;
  thinking: boolean;
  left: number | null;
  stands_in: boolean;
  stood_in: number;
  choices: number;
  clock_waits: boolean;
}

/** A line of the log, and the moment to which it led, as its reader counts: a click on it shows that moment. */
export interface Line {
  text: string;
  moment: number;
}

/** Something somebody at the table said. */
export interface ChatLine {
  number: number;
  name: string;
  text: string;
  at: number;
  seat: number | null;
}

/** How the game ended. */
export interface Ending {
  reason: string;
  places: number[];
  points: number[];
}

/** A rematch that somebody would like. It begins when all have agreed without whom there is none. */
export interface Offer {
  by: number;
  agreed: number[];
  waits_for: number[];
  ended: string;
}

/** What bots at the table lack: machine code that is being made, for which they wait, or that cannot be made. */
export interface Readying {
  sentence: string;
  seconds: number | null;
}

/** A table, whole, for one viewer. `lines` goes on from line `lines_from`: what came after it before is void. */
export interface Update {
  type: "update";
  game: string;
  version: number;
  seat: number | null;
  status: "over" | "playing" | "waiting";
  moments: number;
  ask: number | null;
  scene: Scene;
  people: Person[];
  lines_from: number;
  lines: Line[];
  practice: boolean;
  may_take_back: boolean;
  may_hand_over: number[];
  pace: number;
  ending: Ending | null;
  next_table: string;
  rematch: Offer | null;
  sealed_by: string[];
  done: string[];
  steps?: Scene[];
  readying: Readying | null;
}

/** Who is here, who thinks, and the clocks, where nothing else has changed. */
export interface People {
  type: "people";
  people: Person[];
  may_hand_over: number[];
  readying: Readying | null;
}

/** What was said, from line `since` on. */
export interface Chat {
  type: "chat";
  since: number;
  lines: ChatLine[];
}

/** A message was carried out, and cannot be lost any more. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** A message was not carried out, and why. What is the case now follows in an update where that is not known yet. */
export interface Refused {
  type: "refused";
  id: string;
  sentence: string;
  stale: boolean;
}

/** Still there. */
export interface Pong {
  type: "pong";
  version: number;
}

/** The socket is closed for good, and why: there is no such table, or the seat is played from another page. */
export interface Gone {
  type: "gone";
  sentence: string;
}

/** First of all: the version, the number of lines and of chat lines that the page has. Zeros give everything. */
export interface Hello {
  type: "hello";
  version?: number;
  lines?: number;
  chat?: number;
}

/** An answer to what is asked. The id is the sender's own: the same id again gets the first answer again. */
export interface Act {
  type: "act";
  id: string;
  ask: number;
  action: number;
}

/** Take the last choice back, where that is allowed. */
export interface TakeBack {
  type: "back";
  id: string;
  version: number;
}

/** Something for the others to read. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** A seat was taken. Whoever has its token may choose for it, and for nothing else. */
export interface Sat {
  seat: number;
  token: string;
}

/** Take a seat: this one, or any that is open. A bot of one's own gives the name it wants to be called by. */
export interface SitDown {
  seat?: number | null;
  name?: string | null;
}

/** Something that may be chosen. */
export interface ActionCard {
  number: number;
  words: string;
}

/** What a seat knows, short, for programs: the position with names instead of numbers, and what may be chosen. */
export interface Moment {
  version: number;
  status: "over" | "playing" | "waiting";
  seat: number | null;
  ask: number | null;
  position: Record<string, unknown>;
  legal: ActionCard[];
  points: number[];
  places: number[] | null;
  stood_in: number[] | null;
}

/** An action by HTTP, as `Act` by socket. */
export interface Choice {
  id: string;
  ask: number;
  action: number;
}

/** Give the seat of somebody who is away to a bot. */
export interface HandOver {
  seat: number;
  bot: string;
}

/** How fast bots play here. */
export interface Pace {
  pace: number;
}

/** The same again: with the same chairs, or with other bots. Seats of people are kept for them.

    Where other people play, this offers a rematch, or agrees to the one that is offered.
     */
export interface Rematch {
  chairs?: Chair[];
}

/** The rematch, if there is one now; empty as long as others have to agree to it. */
export interface Again {
  id: string;
  path: string;
}

/** Go on from a moment of this table, at a new one, against bots. */
export interface Continue {
  moment: number;
  seat: number;
  bot: string;
}

/** What a choice is worth to the seat, in hundredths, and how often the adviser would choose it. */
export interface ChoiceWorth {
  action: number;
  words: string;
  share: number;
  worth: number;
  error: number;
}

/** What the strongest bot there is would do here; worths are hundredths of what `meaning` says. */
export interface AdviceCard {
  bot: string;
  exact: boolean;
  meaning: string;
  ask: number;
  choices: ChoiceWorth[];
}

/** A moment of a table as one viewer saw it, or, when everybody may see everything, as any seat saw it.

    Moments are counted as in `Update.moments`.
     */
export interface Past {
  moment: number;
  moments: number;
  seat: number | null;
  scene: Scene;
  lines: Line[];
}

/** What a choice cost. */
export interface JudgementCard {
  moment: number;
  seat: number;
  chosen: string;
  cost: number;
  error: number;
  best: ChoiceWorth[];
}

/** A finished game, choice by choice, in hundredths of what `meaning` says. */
export interface AnalysisCard {
  bot: string;
  exact: boolean;
  meaning: string;
  judgements: JudgementCard[];
}

/** A table in a list. */
export interface TableCard {
  id: string;
  path: string;
  game: string;
  title: string;
  status: "over" | "playing" | "waiting";
  people: Person[];
  switches: string[];
  your_turn: boolean;
  clock: ClockRule | null;
  changed: number;
  fault: string;
}

/** Tables where one can sit down or watch, and one's own. */
export interface Lobby {
  open: TableCard[];
  mine: TableCard[];
  watch: TableCard[];
}

/** What was wrong, in a sentence. */
export interface Problem {
  sentence: string;
}
