import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { XmlBufferInputProvider, XmlDocument, XmlLibError, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm'

const IMPORTED_FROM = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/'
const IMPORTED = ['StrukturyDanych_v10-0E.xsd', 'ElementarneTypyDanych_v10-0E.xsd', 'KodyKrajow_v10-0E.xsd']
const NAMES = { f: 'http://crd.gov.pl/wzor/2025/06/25/13775/' }
/** Control characters, surrogates without a pair, and other characters that the ministry discourages. */
const REFUSED = /(?![\t\n\r\u0085])\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}]/u

export type InvoiceFacts = { nip: string; kind: string; number: string; day: string }
type Refused = { code: number; text: string }

let validator: XsdValidator | undefined

/** The facts that KSeF reads from a file, or why it refuses the file. Sums are not checked. */
export function checkInvoice(file: Buffer, today: string): InvoiceFacts | Refused {
  const xml = file.toString('utf8')
  const isUtf8 = Buffer.from(xml).equals(file)
  const hasBom = xml.startsWith('\ufeff')
  const hasInstruction = /<\?(?!xml\s)/.test(xml)
  if (!isUtf8 || hasBom || hasInstruction || REFUSED.test(xml) || file.length > 1_000_000) {
    return { code: 430, text: 'Błąd weryfikacji pliku faktury' }
  }
  validator ??= loadSchema()
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromString(xml)
    validator.validate(document)
    const read = (path: string) => document?.get(path, NAMES)?.content ?? ''
    const [day, number] = [read('//f:Fa/f:P_1'), read('//f:Fa/f:P_2')]
    if (day > today) return { code: 450, text: 'Data wystawienia (P_1) jest późniejsza niż dzień przyjęcia' }
    return { day, number, nip: read('//f:Podmiot1//f:NIP'), kind: read('//f:Fa/f:RodzajFaktury') }
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error
    return {
      code: 450,
      text: `Błąd weryfikacji semantyki dokumentu faktury: ${error.message.trim().replaceAll(/\{[^}]*\}/g, '')}`,
    }
  } finally {
    document?.dispose()
  }
}

function loadSchema(): XsdValidator {
  const folder = findSchemas(import.meta.dirname)
  const imported = IMPORTED.map((name) => [IMPORTED_FROM + name, readFileSync(join(folder, name))])
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(imported)))
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(join(folder, 'schemat_FA(3)_v1-0E.xsd'))))
}

/** The folder of the schemas, for the sources and for the built server. */
function findSchemas(start: string): string {
  const folder = join(start, 'infra', 'ksef', 'schema')
  return existsSync(folder) ? folder : findSchemas(dirname(start))
}
