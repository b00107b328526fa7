import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findContrast, LOOK_COLORS, type LookColor, newLookSchema, proposeColor } from '#domain/settings/look.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, '0')}`)
const anyName = fc.constantFrom<LookColor>('accent', 'dark')
const parse = (look: object) => newLookSchema.safeParse({ version: 0, accent: null, dark: null, logo: null, ...look })

test('contrast: symmetric, between 1 and 21, 1 to itself, as WCAG has it', () => {
  fc.assert(
    fc.property(anyColor, anyColor, (one, other) => {
      const contrast = findContrast(one, other)
      expect(contrast).toBe(findContrast(other, one))
      expect(contrast).toBeGreaterThanOrEqual(1)
      expect(contrast).toBeLessThanOrEqual(21)
      expect(findContrast(one, one)).toBe(1)
    }),
  )
  expect(findContrast('#000000', '#ffffff')).toBe(21)
  expect(findContrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('a colour is accepted exactly when nothing is proposed, and what is proposed is accepted and no lighter', () => {
  fc.assert(
    fc.property(anyName, anyColor, (name, color) => {
      const proposed = proposeColor(name, color)
      expect(parse({ [name]: color }).success).toBe(proposed === undefined)
      if (proposed === undefined) return
      expect(proposeColor(name, proposed)).toBeUndefined()
      expect(parse({ [name]: proposed }).success).toBe(true)
      expect(findContrast(proposed, '#ffffff')).toBeGreaterThanOrEqual(findContrast(color, '#ffffff'))
    }),
  )
})

test('the shop’s own colours can be used, an accepted one is readable, and a refusal names the ratio', () => {
  for (const name of ['accent', 'dark'] as const) expect(proposeColor(name, LOOK_COLORS[name])).toBeUndefined()
  fc.assert(
    fc.property(anyColor, (color) => {
      if (parse({ dark: color }).success)
        for (const light of ['#f7f2e8', '#eadfcb', '#d8b673', '#ffffff'])
          expect(findContrast(color, light)).toBeGreaterThanOrEqual(4.5)
      if (parse({ accent: color }).success) expect(findContrast(color, '#f7f2e8')).toBeGreaterThanOrEqual(3)
    }),
  )
  expect(parse({ accent: ' #9C7430 ', dark: '' }).data).toEqual({
    version: 0,
    accent: '#9c7430',
    dark: null,
    logo: null,
  })
  expect(parse({ accent: '#ffcc00' }).error?.issues[0]?.message).toBe(
    'Za mały kontrast do tła strony: 1,3:1, potrzeba 3:1. Pasuje #9b7c00',
  )
  expect(parse({ dark: '#777777' }).error?.issues[0]?.message).toMatch(
    /^Za mały kontrast do tła strony: 4:1, potrzeba 7:1\. Pasuje #/,
  )
  expect(parse({ dark: '#505050' }).error?.issues[0]?.message).toMatch(/^Za mały kontrast do złotych napisów/)
  for (const typed of ['gold', '#fff', '#12345', '#1234567', 'url(x)', '#12345;', '</style>'])
    expect(parse({ dark: typed }).error?.issues[0]?.message, typed).toContain('Podaj kolor jak #9c7430')
})
