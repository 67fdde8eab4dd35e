/** House rules in words. Generated from rule_words.py by `python -m tricorn.web.pages.generated`; do not edit. */

import { t } from "../shared/i18n.js";

/**
 * For each rule the templates of its values; `/` is for several figures and `*` for all other values.
 * @type {Record<string, Record<string, string>>}
 */
export const TEMPLATES = {
  players: {
    "*": t("{value} players"),
  },
  deal: {
    1: t("one tile each"),
    "/": t("{value} tiles each, depending on the number of players"),
    "*": t("{value} tiles each"),
  },
  target: {
    1: t("one point to win"),
    "*": t("{value} points to win"),
  },
  rounds: {
    none: t("no fixed number of rounds"),
    1: t("one round"),
    "*": t("{value} rounds"),
  },
  hexagons: {
    "*": t("hexagons +{value}"),
  },
  bridge: {
    "*": t("bridge +{value}"),
  },
  start_bonus: {
    "*": t("start with a triple +{value}"),
  },
  zero_start: {
    "*": t("start with 0-0-0 another +{value}"),
  },
  out_bonus: {
    "*": t("going out +{value}"),
  },
  draw_penalty: {
    0: t("drawing is free"),
    "*": t("a draw costs {value}"),
  },
  pass_penalty: {
    0: t("passing is free"),
    "*": t("a pass costs {value}"),
  },
  draw_limit: {
    none: t("no limit on draws"),
    1: t("at most one draw in a turn"),
    "*": t("at most {value} draws in a turn"),
  },
  head_start: {
    0: t("no head start"),
    "*": t("head start {value}"),
  },
  clock: {
    none: t("no clock"),
    1: t("one second for a turn"),
    "*": t("{value} seconds for a turn"),
  },
  draw_optional: {
    yes: t("you may draw even if a tile fits"),
    no: t("you draw only if no tile fits"),
  },
  pass_after_draw: {
    yes: t("you may end the turn after a draw"),
    no: t("a draw does not end the turn"),
  },
  zero_option: {
    yes: t("0-0-0 may be chosen for the start"),
    no: t("0-0-0 may not be chosen for the start"),
  },
  show_triple: {
    yes: t("choosing 0-0-0 shows the triple"),
    no: t("choosing 0-0-0 shows nothing"),
  },
  beside: {
    sides: t("two sides always earn the bridge bonus"),
    bridge: t("two sides earn the bridge bonus beside a bridge only"),
    none: t("two sides earn no bonus"),
  },
  start: {
    triple: t("the highest triple must start"),
    choice: t("a starter by lot places any tile"),
  },
  empty_well_free: {
    yes: t("passing is free when the pile is empty"),
    no: t("passing costs the same when the pile is empty"),
  },
  scoring: {
    numbers: t("a tile counts its numbers"),
    tiles: t("every tile counts one point"),
  },
  blocked: {
    tiles: t("a blocked round is won by the fewest tiles"),
    points: t("a blocked round is won by the fewest points in hand"),
  },
  blocked_when: {
    closed: t("a round is blocked only with an empty pile"),
    passes: t("a round is blocked as soon as all have passed"),
  },
  blocked_own: {
    yes: t("the winner of a blocked round subtracts their own tiles"),
    no: t("the winner of a blocked round does not subtract their own tiles"),
  },
  won_by: {
    round: t("if several reach the target, the winner of the round wins"),
    highest: t("if several reach the target, the highest score wins"),
  },
};
