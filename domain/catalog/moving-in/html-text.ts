/** Tags that begin or end a line. */
const BLOCKS = new Set(
  [
    'address article blockquote br dd div dl dt fieldset figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre',
    'section table tr ul',
  ].flatMap((tags) => tags.split(' ')),
)
/** Elements whose content nobody reads. */
const UNREAD = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg'])

/** Names and characters of the entities that shops write. */
const ENTITIES = new Map(
  (
    'amp & lt < gt > quot " apos \' ndash – mdash — hellip … bdquo „ rdquo ” ldquo “ lsquo ‘ rsquo ’ laquo « raquo » ' +
    'bull • deg ° oacute ó Oacute Ó eacute é reg ® trade ™ copy ©'
  )
    .split(' ')
    .flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? ''] as const] : []))
    .concat([['nbsp', ' ']]),
)

/** The text that a reader sees of HTML, one line for each paragraph. Text without tags keeps its lines. Linear time. */
export function toPlainText(html: string): string {
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
  return decodeEntities(parts.join(''))
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .split('\n')
    .map((line) => line.replace(/[\p{C}\s]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
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
