/** For the page of keys: what to press, and what it does. */
export const HELP: [string, string][] = [
  ['Tab', 'to the things that can be touched'],
  ['← → ↑ ↓', 'from one of them to the next'],
  ['Shift with an arrow', 'to any piece, to read it'],
  ['Enter or Space', 'choose'],
  ['1 to 9', 'choose the first to ninth thing that can be touched'],
  ['e', 'the rules on the piece under the focus'],
  ['z', 'take back'],
  ['a', 'advice (at practice tables)'],
  ['l', 'log'],
  ['r', 'rules'],
  ['c', 'chat'],
  ['m', 'sound on or off'],
  ['?', 'these keys'],
  ['Esc', 'close what is open'],
]
