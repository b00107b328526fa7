import { expect, test } from 'vitest'
import { suggestEmail } from '#domain/accounts/suggest-email.ts'

test.each([
  ['jan@gmial.com', 'jan@gmail.com'],
  ['jan@gmail.con', 'jan@gmail.com'],
  ['Jan@GMAIL.co', 'Jan@gmail.com'],
  ['jan@gmal.com', 'jan@gmail.com'],
  ['jan@gamil.cmo', 'jan@gmail.com'],
  ['jan@gmaill.com', 'jan@gmail.com'],
  ['jan@wp.lp', 'jan@wp.pl'],
  ['jan@wp.pll', 'jan@wp.pl'],
  ['jan@02.pl', 'jan@o2.pl'],
  ['jan@oent.pl', 'jan@onet.pl'],
  ['jan@interia.p', 'jan@interia.pl'],
  ['jan@iterria.pl', null],
  ['jan@intria.pl', 'jan@interia.pl'],
  ['jan@iclould.com', 'jan@icloud.com'],
  ['jan@outlok.com', 'jan@outlook.com'],
  ['jan@hotmial.com', 'jan@hotmail.com'],
])('%s: %s was meant', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))

test.each([
  'jan@gmail.com',
  'jan@mail.com',
  'jan@wp.pl',
  'jan@op.pl',
  'jan@vp.pl',
  'jan@onet.eu',
  'jan@interia.eu',
  'jan@outlook.de',
  'jan@monet.pl',
  'jan@poczta.onet.pl',
  'jan@example.com',
  'jan@pw.edu.pl',
  'jan',
  'jan@',
])('%s: nothing else was meant', (typed) => expect(suggestEmail(typed)).toBeNull())

test('a domain that is still being typed causes no question', () => {
  const typed = 'jan@gmail.com.pl'
  const asked = [...typed].map((_, end) => suggestEmail(typed.slice(0, end + 1), { isTyping: true }))
  expect(asked.filter((meant) => meant !== null)).toEqual([])
  expect(suggestEmail('jan@gmail.con', { isTyping: true })).toBe('jan@gmail.com')
})
