import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { userNamesSchema } from '#domain/accounts/account.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { containsLink, LINK_MESSAGE } from '#domain/kernel/text/link-detection.ts'

describe('a name with an address in it', () => {
  test.each([
    'https://evil.example',
    'http:evil',
    'Wygrałeś! https : / / evil . pl',
    'h t t p s : / / evil',
    '//evil',
    'www.evil.pl',
    'WWW . evil',
    'w w w . evil . pl',
    'x.pl',
    'x.pl/abc',
    't.me/abc',
    'x.com',
    'X.COM',
    'bit.ly/abc',
    'Anna evil.example',
    'Anna (evil.pl)',
    'evil.pl.',
    'evil .pl',
    'evil . pl',
    'evil. pl',
    'evil. com',
    '.evil.pl',
    '.pl',
    'a@b.c',
    'a @ b . c',
    'a＠b．c',
    'ｅｖｉｌ．ｐｌ',
    'evil。pl',
    'evil｡pl',
    'evil․pl',
    'ｈｔｔｐｓ：／／ｅｖｉｌ',
    'зло.рф',
    'x.xn--p1ai',
    'mailto:anna',
    'tel:600100200',
    '192.168.0.1',
  ])('is refused: %s', (name) => expect(containsLink(name)).toBe(true))

  test('is refused at its field, in the order and in the account', () => {
    const recipient = {
      firstName: 'www.evil.pl',
      lastName: 'a@b.c',
      phone: '600100200',
      street: 'gen. J. Bema',
      houseNumber: '1',
      city: 'evil．pl/x',
      postalCode: '90-001',
    }
    expect(parseRecipient(recipient, 'cash_on_delivery_courier')).toEqual({
      ok: false,
      failure: {
        reason: 'invalid_recipient',
        fields: { firstName: LINK_MESSAGE, lastName: LINK_MESSAGE, city: LINK_MESSAGE },
      },
    })
    for (const field of ['name', 'first_name', 'last_name']) {
      expect(userNamesSchema.safeParse({ [field]: 'evil.pl' }).error?.issues).toMatchObject([
        { path: [field], message: LINK_MESSAGE },
      ])
    }
  })

  const spaces = fc.constantFrom('', ' ', '  ', '\u00a0')
  const wide = (text: string) =>
    [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('')
  const label = fc.stringMatching(/^[a-z]{2,12}$/)
  const ending = fc.constantFrom('pl', 'com', 'net', 'org', 'info', 'shop', 'xyz', 'online')

  test('is refused however it is disguised', () => {
    fc.assert(
      fc.property(
        label,
        ending,
        spaces,
        spaces,
        fc.boolean(),
        fc.string(),
        (name, end, before, after, isWide, rest) => {
          const address = `${name}.${end}`
          const disguised = isWide ? wide(address) : `${name}${before}.${after}${end}`
          expect(containsLink(`${disguised} ${rest.replace(/^[.\p{L}\p{N}-]+/u, '')}`)).toBe(true)
          expect(containsLink(`${rest.replace(/[\p{L}\p{N}]+$/u, '')} ${disguised}`)).toBe(true)
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), label, spaces, spaces, (before, after, name, one, two) => {
        expect(containsLink(`${before}@${after}`)).toBe(true)
        expect(containsLink(`http${one}:${two}//${name}`)).toBe(true)
      }),
    )
  })
})

describe('a real name', () => {
  test.each([
    'St. Mary',
    'J.R. Nowak',
    'J. R. R. Tolkien',
    'J.Nowak',
    'A.M. Kowalska-Nowak',
    'Bielsko-Biała',
    'Kolonia k. Łodzi',
    'Sucha k/Żywca',
    'Wieś k.Łodzi',
    'Ostrów Wlkp.',
    'Gorzów Wlkp. Zachód',
    "O'Connor",
    'O’Neill Jr.',
    'dr hab. Anna Nowak',
    'św. Anna',
    'Łucja Brzęczyszczykiewicz-Konstantynopolitańska',
    'Zoë Ñandú',
    '李小龍',
    'M’hamed el-Idrissi',
    'Stare Pole (gm. Stare Pole)',
    'Warszawa, Praga Płd.',
    'os. Tysiąclecia',
  ])('passes: %s', (name) => {
    expect(containsLink(name)).toBe(false)
    expect(userNamesSchema.safeParse({ first_name: name }).success).toBe(true)
  })

  test('passes whatever its letters, hyphens, apostrophes and abbreviations with a space behind them', () => {
    const word = fc.stringMatching(/^[A-Za-ząćęłńóśźżĄĆĘŁŃÓŚŹŻ]{1,15}$/)
    const abbreviation = fc.constantFrom('k. ', 'św. ', 'os. ', 'gm. ', 'J. ', 'J.R. ', 'St. ', 'gen. ', '')
    const between = fc.constantFrom(' ', '-', "'", '’', ', ', '/')
    const ENDINGS =
      /^(pl|eu|io|me|ru|com|net|org|info|biz|edu|gov|xyz|top|app|dev|shop|store|site|online|link|click)$|^(live|club|pro|page|vip|win|fun|icu|one)$/i
    fc.assert(
      fc.property(abbreviation, word, between, word, (short, first, join, second) => {
        if (ENDINGS.test(first) || ENDINGS.test(second)) return
        expect(containsLink(`${short}${first}${join}${second}`)).toBe(false)
      }),
    )
  })
})
