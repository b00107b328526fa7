import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { XmlDocument as ParsedXml } from 'libxml2-wasm'
import type { InvoiceSchema } from '#domain/papers/ksef/ksef.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, 'infra', 'ksef', 'schema')
/** Where the schema of FA(3) says that the others are. */
const IMPORTED_FROM = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/'
const IMPORTED = ['StrukturyDanych_v10-0E.xsd', 'ElementarneTypyDanych_v10-0E.xsd', 'KodyKrajow_v10-0E.xsd']

/** libxml2 names elements with their namespaces, '{http://…}P_15'. */
const NAMESPACE = /\{[^}]*\}/g

/** Checks files by the ministry's own schema. Parser and schema are loaded with the first file and kept. */
export function createInvoiceSchema(): InvoiceSchema {
  let loading: ReturnType<typeof load> | undefined
  return {
    async findMistakes(xml) {
      loading ??= load()
      const { parse, XmlLibError, validator } = await loading
      let document: ParsedXml | undefined
      try {
        document = parse(xml)
        validator.validate(document)
        return []
      } catch (error) {
        if (!(error instanceof XmlLibError)) throw error
        return error.details.map(({ message, line }) => `${line}: ${message.trim().replaceAll(NAMESPACE, '')}`)
      } finally {
        document?.dispose()
      }
    },
  }
}

async function load() {
  const { ParseOption, XmlBufferInputProvider, XmlDocument, XmlLibError, XsdValidator, xmlRegisterInputProvider } =
    await import('libxml2-wasm')
  const imported = await Promise.all(
    IMPORTED.map(async (name) => [`${IMPORTED_FROM}${name}`, await readFile(join(FOLDER, name))] as const),
  )
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(imported)))
  const main = await readFile(join(FOLDER, 'schemat_FA(3)_v1-0E.xsd'))
  const schema = XmlDocument.fromBuffer(main, { option: ParseOption.XML_PARSE_NONET })
  const validator = XsdValidator.fromDoc(schema)
  schema.dispose()
  return { parse: (xml: string) => XmlDocument.fromString(xml), XmlLibError, validator }
}
