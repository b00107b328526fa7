import { crc32 } from 'node:zlib'
import type { ShipmentRecord } from './shipx-records.ts'

/** A6 in points. */
const WIDTH = 298
const HEIGHT = 420

/** A printable PDF with a page for each shipment, marked as a rehearsal. */
export function drawLabels(shipments: readonly ShipmentRecord[]): Buffer {
  const objects: string[] = []
  const add = (content: string) => objects.push(content)
  const kids = shipments.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${shipments.length} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>')
  for (const shipment of shipments) {
    const content = drawLabel(shipment)
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F 3 0 R >> >>`
    add(`${page} /Contents ${objects.length + 2} 0 R >>`)
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = pdf.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}

function drawLabel({ request, trackingNumber }: ShipmentRecord): string {
  const { receiver, cod, custom_attributes } = request
  const name = `${receiver.first_name ?? ''} ${receiver.last_name ?? ''}`
  const lines: [size: number, text: string][] = [
    [11, 'PIASKOWNICA - ETYKIETA NIEWAZNA'],
    [20, custom_attributes?.target_point ?? 'KURIER'],
    [14, name],
    [12, String(receiver.phone ?? '')],
    [11, `Nr: ${trackingNumber ?? ''}`],
    [11, `Zamowienie: ${request.reference ?? ''}`],
    ...(cod ? [[16, `POBRANIE ${cod.amount.toFixed(2)} PLN`] as [number, string]] : []),
  ]
  let y = HEIGHT - 40
  const texts = lines.map(([size, text]) => {
    const drawn = `BT /F ${size} Tf 24 ${y} Td (${toLatin(text)}) Tj ET`
    y -= size + 16
    return drawn
  })
  return [...texts, ...drawBars(trackingNumber ?? '')].join('\n')
}

/** Bars that look like a bar code and cannot be scanned. */
function drawBars(digits: string): string[] {
  return [...digits].map((digit, index) => `${24 + index * 10} 40 ${1 + (Number(digit) % 5)} 60 re f`)
}

/** Removes Polish diacritics, which the font lacks. */
function toLatin(text: string): string {
  const plain = text.replaceAll('ł', 'l').replaceAll('Ł', 'L').normalize('NFD')
  return plain.replace(/[^\x20-\x7e]/g, '').replace(/[\\()]/g, '\\$&')
}

/** A ZIP archive without compression. */
export function packZip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(bytes.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
