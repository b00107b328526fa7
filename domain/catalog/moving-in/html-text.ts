import { decodeHTML } from 'entities/decode'

/** Tags that begin or end a line. */
const BLOCKS = new Set(
  [
    'address article blockquote br dd div dl dt fieldset figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre',
    'section table td th tr ul',
  ].flatMap((tags) => tags.split(' ')),
)
/** Elements whose content nobody reads. */
const UNREAD = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg'])

/** HTML that was written as text: '&lt;p&gt;Opis&lt;/p&gt;'. */
const ESCAPED_TAG = /^[^<]*&lt;(?:p|br|div|ul|h\d|strong|b|span|table)\b/i

/**
 * The text that a reader sees of HTML, one line for each paragraph, cell and row. Text without tags keeps its lines.
 * Linear time.
 */
export function toPlainText(html: string): string {
  return readText(ESCAPED_TAG.test(html) ? decodeHTML(html) : html)
}

function readText(html: string): string {
  const parts: string[] = []
  const lastClose = html.lastIndexOf('>')
  let unread: string | null = null
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    const end = open === -1 ? html.length : open
    if (unread === null) parts.push(html.slice(at, end))
    if (open === -1) break
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z\d]{0,12}|!)/i.exec(html.slice(open, open + 16)) ?? []
    if (name === '' || open > lastClose) {
      // A sign of the text: 'a < b'.
      if (unread === null) parts.push('<')
      at = open + 1
      continue
    }
    const tag = name.toLowerCase()
    if (unread !== null) unread = slash !== '' && tag === unread ? null : unread
    else if (slash === '' && UNREAD.has(tag)) unread = tag
    else if (BLOCKS.has(tag)) parts.push('\n')
    at = html.indexOf('>', open) + 1
  }
  return decodeHTML(parts.join(''))
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .split('\n')
    .map((line) => line.replace(/[\p{C}\s]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** A text of at most so many characters: whole sentences where one ends in its second half, otherwise whole words. */
export function cutText(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const head = characters.slice(0, most - 1).join('')
  const sentence = Math.max(...['. ', '! ', '? ', '.\n', '!\n', '?\n'].map((end) => head.lastIndexOf(end)))
  if (sentence >= head.length / 2) return head.slice(0, sentence + 1)
  const word = head.search(/\s\S*$/)
  return `${head.slice(0, word > 0 ? word : head.length).trimEnd()}…`
}
