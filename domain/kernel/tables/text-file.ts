import { fail, ok, type Result } from '#domain/kernel/result.ts'

const MEGABYTE = 1024 * 1024

const SAVE_AS_CSV = 'Otwórz go w arkuszu i zapisz jako „CSV UTF-8 (rozdzielany przecinkami)”.'

/** Files that people take for a CSV file, by their first bytes. */
const OTHERS: [string, string][] = [
  ['PK\x03\x04', `To skoroszyt Excela (.xlsx) albo LibreOffice (.ods), nie plik CSV. ${SAVE_AS_CSV}`],
  ['\xd0\xcf\x11\xe0', `To skoroszyt starego Excela (.xls), nie plik CSV. ${SAVE_AS_CSV}`],
  ['%PDF-', 'To plik PDF, nie CSV.'],
]

/**
 * The text of a file with a table: UTF-8, UTF-16, or windows-1250 as Polish spreadsheets on Windows write
 * it. Otherwise a sentence about what the file is.
 * @param most characters of the text; a byte more than two for each (UTF-16) is enough to see that it is too large
 */
export function readTextFile(
  bytes: Uint8Array,
  most = MEGABYTE,
): Result<string, { reason: 'not_csv'; sentence: string }> {
  const tooLarge = `Plik jest za duży: najwyżej ${most / MEGABYTE} MB.`
  const refuse = (sentence: string) => fail({ reason: 'not_csv' as const, sentence })
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  const other = OTHERS.find(([signature]) => head.startsWith(signature))
  if (other) return refuse(other[1])
  if (bytes.length > 2 * most) return refuse(tooLarge)
  const text = decode(bytes, head)
  if (text.includes('\0')) return refuse(`To nie jest tekst, który sklep umie odczytać. ${SAVE_AS_CSV}`)
  return text.length > most ? refuse(tooLarge) : ok(text)
}

function decode(bytes: Uint8Array, head: string): string {
  // Without its mark, UTF-16 shows by the empty upper halves of Latin letters.
  const first = [...bytes.subarray(0, 64)]
  const isEmpty = (half: 0 | 1) => first.filter((byte, at) => byte === 0 && at % 2 === half).length > first.length / 4
  if (head.startsWith('\xff\xfe') || isEmpty(1)) return new TextDecoder('utf-16le').decode(bytes)
  if (head.startsWith('\xfe\xff') || isEmpty(0)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}
