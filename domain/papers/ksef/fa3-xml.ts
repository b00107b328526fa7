import { escapeXmlText } from '#domain/kernel/text/xml.ts'

/** The text of an element. A branded type, so that no unescaped text gets into the file. */
export type Xml = string & { readonly isXml: true }

const asXml = (text: string) => text as Xml

/** An element with its children; '' when all of them are. */
export function element(name: string, ...children: readonly (Xml | '')[]): Xml | '' {
  const content = children.join('')
  return content === '' ? '' : asXml(`<${name}>${content}</${name}>`)
}

/**
 * An element with a text of the type xsd:token: one line, single spaces, at most `most` characters. '' when nothing is
 * left of it.
 */
export function textElement(name: string, text: string | number, most = 256): Xml | '' {
  return element(name, asXml(escapeXmlText(toToken(String(text), most))))
}

/** As `textElement`, for an element that must not be missing: a dash stands for nothing. */
export const requiredText = (name: string, text: string, most?: number): Xml | '' =>
  textElement(name, toToken(text) === '' ? '-' : text, most)

/**
 * Characters that KSeF refuses: controls, the ranges that XML 1.0 discourages, halves of surrogate pairs and code
 * points that are never characters.
 */
const REFUSED = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** The text as xsd:token has it, without characters that KSeF refuses. */
export function toToken(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text.replace(/[\s\u0085]+/gu, ' ').replace(REFUSED, '')
  const words = line.split(' ').filter(Boolean).join(' ')
  const characters = [...words]
  return characters.length <= most ? words : characters.slice(0, most).join('').trimEnd()
}
