import fc from 'fast-check'
import { describe } from 'vitest'
import { listAskedAddresses, listFormerAddresses } from '#domain/catalog/moving-in/former-addresses.ts'
import { cutText, toPlainText } from '#domain/catalog/moving-in/html-text.ts'
import { readPictures } from '#domain/catalog/moving-in/read-pictures.ts'
import { readGender, readPieces, readVolume } from '#domain/catalog/moving-in/read-values.ts'
import { readAmount } from '#domain/kernel/tables/read-cells.ts'
import { countCharacters } from '#domain/kernel/text/plain-text.ts'
import { expect, test } from '#tests/support/fixtures.ts'

describe('values', () => {
  test('amounts are read with any separators and currency marks', () => {
    const read = (cell: string) => {
      const amount = readAmount(cell)
      return amount.ok ? amount.value : amount.failure.reason
    }
    expect(
      ['1 299,00 zł', '1\u00a0299,00\u00a0zł', '1,299.00', '1.299,00 PLN', '129.9900', '49,5', '7', 'zł 12'].map(read),
    ).toEqual([129_900, 129_900, 129_900, 129_900, 12_999, 4950, 700, 1200])
    expect(['-5', '−1 299,00 zł', '-0,00'].map(read)).toEqual([-500, -129_900, 0])
    expect(['8.154472', '0.0050', '-0.0040', '1,9999'].map(read)).toEqual([815, 1, 0, 200])
    // A thousand too many is refused by the shop, a thousandth would be sold.
    expect(read('1,299')).toBe(129_900)
    expect(['12 €', 'EUR 12', '$5.00', '12 USD'].map(read)).toEqual(Array(4).fill('other_currency'))
    expect(['', 'brak', '1e9', '..'].map(read)).toEqual(Array(4).fill('no_amount'))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom('.', ','), (grosze, mark) => {
        expect(read(`${Math.floor(grosze / 100)}${mark}${String(grosze % 100).padStart(2, '0')} zł`)).toBe(grosze)
      }),
    )
  })

  test('gender, volume and pieces are read where they are unambiguous, and otherwise left empty', () => {
    expect(
      [['Perfumy damskie'], ['for men'], ['Woman'], ['damskie i męskie'], ['Mandarynka'], ['', 'Pour Homme']].map(
        readGender,
      ),
    ).toEqual(['Damskie', 'Męskie', 'Damskie', 'Unisex', '', 'Męskie'])
    expect(
      [
        ['100 ml'],
        ['50ML'],
        ['100'],
        ['1,5 ml'],
        ['2 x 10 ml'],
        ['30 ml, 50 ml'],
        ['', 'Oud 75 ml EDP'],
        ['50 mleka'],
      ].map(readVolume),
    ).toEqual(['100', '50', '100', '', '', '', '75', ''])
    const pieces = ['5', '5,00', '100+', '-3', '> 10 szt.', 'dostępny', ''].map(readPieces)
    expect(pieces).toEqual([5, 5, 100, -3, 10, null, null])
  })

  test('only addresses of the web are pictures; paths are decoded once and lose a final slash', () => {
    const cells = [
      'https://a.pl/1.jpg, https://a.pl/2,3.jpg|http://a.pl/4.png',
      'javascript:alert(1)',
      '/lokalne.jpg',
      'https://a.pl/1.jpg',
    ]
    const pictures = readPictures(cells, { shop: 'list', shopAddress: null })
    expect(pictures.pictures).toEqual(['https://a.pl/1.jpg', 'https://a.pl/2,3.jpg', 'http://a.pl/4.png'])
    expect(pictures).toMatchObject({ relative: 1, remarks: [expect.anything(), expect.stringContaining('javascript')] })
    const pathOf = (address: string) =>
      listFormerAddresses({ shop: 'list', id: '', handle: '', name: '', address }).addresses
    const addresses = [
      'https://x.pl/p/%C5%BC%C3%B3%C5%82w/#b',
      '/a//b/',
      'https://x.pl/',
      '/%zz',
      `/${'a'.repeat(400)}`,
    ]
    expect(addresses.map(pathOf)).toEqual([['/p/zolw'], ['/a/b'], [], [], []])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (address) => {
        const paths = [...pathOf(address), ...listAskedAddresses(address)]
        expect(paths.every((path) => path.startsWith('/'))).toBe(true)
        expect(pathOf(address).every((path) => path.length <= 300)).toBe(true)
      }),
    )
  })
})

describe('texts', () => {
  test('HTML becomes the lines that its reader sees', () => {
    const html =
      '<h2>Oud&nbsp;&amp; r&oacute;&#380;a</h2><style>p{color:red}</style><ul><li>jeden</li><li>dwa</li></ul>' +
      '<!-- <b>nie</b> --><p onclick="x()">5 &lt; 6, a < b<br/>ko\u00adniec</p><script>alert("<p>")</script>'
    expect(toPlainText(html)).toBe('Oud & róża\njeden\ndwa\nnie -->\n5 < 6, a < b\nkoniec')
    expect(toPlainText('Bez znaczników.\nDrugi wiersz.')).toBe('Bez znaczników.\nDrugi wiersz.')
    expect(toPlainText('<p')).toBe('<p')
  })

  test('no tag is left, and a megabyte of opened tags is read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<p>', '</p>', '<b>', 'tekst', '<br/>', '&amp;', '<script>', '</script>')),
        (parts) => {
          expect(toPlainText(parts.join(''))).not.toMatch(/<\/?[a-z]/)
        },
      ),
    )
    for (const part of ['<', '<a', '&', '&#1', '<script>', '<!--']) {
      expect(toPlainText(part.repeat(500_000))).toBeTypeOf('string')
    }
  })

  test('a text is cut at a sentence, or a word, and never too long', () => {
    expect(cutText('Raz dwa trzy. Cztery pięć sześć.', 20)).toBe('Raz dwa trzy.')
    expect(cutText('Razdwatrzycztery pięć sześć', 22)).toBe('Razdwatrzycztery…')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 40 }), (text, most) => {
        const cut = cutText(text, most)
        expect(countCharacters(cut)).toBeLessThanOrEqual(most)
        if (countCharacters(text) <= most) expect(cut).toBe(text)
      }),
    )
  })
})
