import { redactText, truncate } from '#domain/kernel/redact.ts'
import type { UncaughtFailure } from './failure.ts'

/** Most characters of a text that are examined and kept, frames kept, and frames that tell failures apart. */
const MOST = { examined: 500, message: 300, name: 80, place: 200, frames: 10, telling: 3 } as const

/** Texts of a failure that name nobody, and `kind`, which is equal for equal failures in every build. */
export type MaskedFailure = { name: string; message: string; place: string; frames: string[]; kind: string }

/**
 * Removes whatever may come from a person: quoted texts, addresses, and words with digits, which are ids and numbers.
 */
export function maskFailure({ name, code, message, stack, place, source }: UncaughtFailure): MaskedFailure {
  const masked = {
    name:
      truncate(
        [name, code]
          .join(' ')
          .replace(/[^\p{L}\p{Nd}_. ]/gu, '')
          .trim(),
        MOST.name,
      ) || 'Error',
    message: truncate(maskText(message), MOST.message),
    place: truncate(maskPlace(place), MOST.place) || '?',
  }
  const frames = readFrames(stack).slice(0, MOST.frames)
  const telling = code === undefined ? frames.slice(0, MOST.telling).map(nameFrame) : [masked.place]
  return {
    ...masked,
    // A recursion repeats its frames.
    frames: [...new Set(frames.map(({ called, at }) => (called === '' ? at : `${called} (${at})`)))],
    kind: [source, masked.name, masked.message, ...telling].join('\n'),
  }
}

/** Order matters: an address contains numbers, and a quoted text may contain an address. */
const MASKS: readonly [RegExp, string][] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/giu, '[adres]'],
  [/"[^"]*(?:"|$)|„[^”"]*(?:[”"]|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|`[^`]*(?:`|$)/gu, '"…"'],
  // An apostrophe inside a word, as in "can't", quotes nothing.
  [/(?<![\p{L}\p{N}])'[^']*(?:'|$)/gu, "'…'"],
  [/[\p{L}\p{N}._%+-]*@\S*/gu, '[e-mail]'],
  // The numbers of React's own messages say which one it is.
  [/(?<!React error #\d*)[\p{L}\p{M}\p{N}_-]*\p{N}[\p{L}\p{M}\p{N}_-]*/gu, '#'],
  // Tokens; no word of a message is as long.
  [/[\p{L}\p{M}_-]{24,}/gu, '#'],
]

/** A short text without line breaks, quoted texts, addresses, e-mails, numbers, ids and tokens. */
function maskText(text: string): string {
  // The last word of a text that was cut may be half an address.
  const examined = text.length < MOST.examined ? text : text.slice(0, MOST.examined).replace(/\S*$/, '')
  let masked = redactText(examined.replace(/[\p{C}\p{Z}]+/gu, ' '))
  for (const [pattern, replacement] of MASKS) masked = masked.replace(pattern, replacement)
  return masked.trim()
}

/** A path keeps its slug's words; a query or a fragment, which may hold a token, is left out. */
function maskPlace(place: string): string {
  return maskText(place.replace(/[?#].*$/s, '').replaceAll(/%[0-9a-f]{2}/gi, '0'))
}

type Frame = { called: string; file: string; at: string }

/** V8 writes 'at call (file:line:column)', Firefox and Safari 'call@file:line:column'. */
const FRAME =
  /^\s*(?:at (?:(?:async )?([\w$.<>#[\] ]{1,80}?) \()?|([\w$.<>/*]{0,80})@)(\S{1,400}?):(\d{1,7}):(\d{1,7})\)?$/

/** The frames of code in files: of each the file's name alone, without its folder and its address. */
function readFrames(stack: string): Frame[] {
  return stack.split('\n').flatMap((line) => {
    const [, v8, other, path = '', row, column] = FRAME.exec(line.slice(0, 600)) ?? []
    const file = /([\w.-]{1,80}\.[cm]?[jt]sx?)(?:\?[^/]*)?$/.exec(path)?.[1]
    if (file === undefined || /^node:|\/node_modules\/|extension:/.test(path)) return []
    return [{ called: (v8 ?? other ?? '').trim(), file, at: `${file}:${row}:${column}` }]
  })
}

/** A frame without what differs between builds: lines, hashes of files, and the short names of minified code. */
function nameFrame({ called, file }: Frame): string {
  return `${called.length > 3 ? called : ''} ${file.replace(/-\w{6,10}(?=\.)/, '')}`
}
