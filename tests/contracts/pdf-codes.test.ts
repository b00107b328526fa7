import { expect, test } from 'vitest'
import { createPdfWriter } from '#infra/pdf/pdf-writer.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

test('the name of a printed code can be copied whole, however wide its letters', async () => {
  const name = '6761020309-20261128-DDDDDDDDDDDD-DD'
  const codes = [
    { link: `https://ksef.example/${'x'.repeat(90)}`, name },
    { link: `https://ksef.example/${'y'.repeat(280)}`, name: 'CERTYFIKAT' },
  ]
  const pdf = await createPdfWriter().write({ title: 'Faktura', foot: 'Sklep', parts: [{ kind: 'codes', codes }] })
  const text = (await readPdf(pdf)).join(' ')
  for (const each of codes) expect(text).toContain(each.name)
})
