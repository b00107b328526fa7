/** Source of a regular expression for the rest of a line: a sentence with its full stop, without frequent English words. */
export const POLISH_SENTENCE = String.raw`(?![^\n]*\b(?:must|be|is|the|of|set|with)\b)[^\n]+\.`
