/** Characters that XML 1.0 cannot contain: control characters, unpaired surrogates, U+FFFE and U+FFFF. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
/** Anything that may have to be replaced. Most texts have no match, so the slower patterns are skipped. */
const SPECIAL = /[^\x20-\x25\x27-\x3b\x3d\x3f-\ud7ff\ue000-\ufffd]/

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text for an element, without what XML cannot hold. */
export function escapeXmlText(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replace(UNWRITABLE, '').replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
}

/** A text for an element or an attribute in double quotes, without what XML cannot hold. */
export const escapeXml = (text: string): string => escapeXmlText(text).replaceAll('"', '&quot;')

/** An element that holds a text; `attributes` are written as they are. */
export const xmlElement = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes}>${escapeXml(text)}</${name}>`
