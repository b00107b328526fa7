/** Order matters: an address with credentials also looks like an e-mail address. */
const SECRETS: readonly [RegExp, string][] = [
  [/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"']{1,500}@/gi, '$1[credentials]@'],
  [/[\p{L}\p{N}.!#$&'*+=?^_`{|}~-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}/giu, '[e-mail]'],
  [/\b((?:set-)?cookie|authorization)(["']?\s*[:=]\s*).*/gi, '$1$2[secret]'],
  // The id of a payment session lets its holder read the outcome.
  [/\bcs_(test|live)_\w+/g, '[session]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{4,}/gi, '$1 [secret]'],
  [
    /([\w.-]{0,64}(?:passw(?:or)?d|hasło|token|secret|api[-_]?key|signature)[\w.-]{0,64}["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s&;,"']+)/giu,
    '$1[secret]',
  ],
]

/** A long word of mixed letters and digits, such as a token or a password. Ids of rows are lower case and stay. */
const LONG_WORD = /(?<![\w-])[\w-]{20,}(?![\w-])/g

/** Removes e-mail addresses, passwords, tokens, cookies and credentials of connection strings from a short text. */
export function redactText(text: string): string {
  let redacted = text
  for (const [pattern, replacement] of SECRETS) redacted = redacted.replace(pattern, replacement)
  return redacted.replace(LONG_WORD, (word) =>
    /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) ? '[secret]' : word,
  )
}

/** A text of at most `most` characters; a longer one ends in '…'. */
export const truncate = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`

/** Names of fields whose value is never logged. */
const SECRET_NAME = /passw|token|secret|cookie|authorization|e-?mail|parameters|connection_?string/i

/** Whether the value of a field with this name must not be logged. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)
