import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Colours as '#rrggbb', lower case: marks and lines; texts, buttons and dark sections. */
export const LOOK_COLORS = { accent: '#9c7430', dark: '#171310' } as const
export type LookColor = keyof typeof LOOK_COLORS
/** What the pages and the header stand on. */
export const PAGE_COLOR = '#f7f2e8'

/** Where the picture is, and its size in the header: CSS pixels. */
export type Logo = { src: string; width: number; height: number }
/** Null: the shop's own colour, and its name in place of a logo. */
export type Look = Record<LookColor, string | null> & { logo: Logo | null }

/** The largest picture of a logo, px: about twice its size in the header, for dense screens. */
export const LOGO_BOX = { width: 480, height: 96 } as const
/** The size in the header of a picture of this size. */
export function fitLogo({ width, height }: { width: number; height: number }) {
  const scale = Math.min(240 / width, 40 / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The least contrast of a logo to the header. */
const LOGO_CONTRAST = 3

export const logoKeySchema = defineSchema(() => z.string().regex(/^[0-9a-f]{32}$/))
/** An address never changes its content. */
export const buildLogoUrl = (key: string) => `/api/logo/${key}`

/** Why a picture cannot be the logo, seen from what is left without its empty edges; undefined: it can. */
export function judgeLogo({ width, height }: { width: number; height: number }, darkest: string) {
  if (width > 10 * height || height > 2 * width) return 'logo_wrong_shape'
  if (height < LOGO_BOX.height / 2 && width < LOGO_BOX.width / 2) return 'logo_too_small'
  return findContrast(darkest, PAGE_COLOR) < LOGO_CONTRAST ? 'logo_too_pale' : undefined
}

/** The colours around a colour and the least contrast to each (WCAG 2.2), the most visible ones first. */
const NEIGHBOURS: Record<LookColor, readonly { color: string; name: string; least: number }[]> = {
  accent: [
    { color: PAGE_COLOR, name: 'tła strony', least: 3 },
    { color: '#eadfcb', name: 'jasnych pól', least: 3 },
  ],
  // Texts, some of them paler, and buttons with light text; texts in light gold on dark sections.
  dark: [
    { color: PAGE_COLOR, name: 'tła strony', least: 7 },
    { color: '#d8b673', name: 'złotych napisów na ciemnym tle', least: 4.5 },
  ],
}

const toChannels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** The relative luminance of WCAG, 0 to 1. */
function findLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of WCAG, 1 to 21. */
export function findContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [findLuminance(one), findLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** What a colour is too close to; undefined: it can be used. */
const findTooClose = (name: LookColor, color: string) =>
  NEIGHBOURS[name].find((neighbour) => findContrast(color, neighbour.color) < neighbour.least)

/** The lightest shade of a colour that can be used; undefined where it can be used itself. All it stands on is light. */
export function proposeColor(name: LookColor, color: string): string | undefined {
  if (findTooClose(name, color) === undefined) return undefined
  for (let share = 99; share > 0; share--) {
    const darker = toChannels(color).map((channel) => Math.floor((channel * share) / 100))
    const shade = `#${darker.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    if (findTooClose(name, shade) === undefined) return shade
  }
  return '#000000'
}

/** '2,4:1', never rounded up to what it lacks. */
const formatRatio = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toLocaleString('pl-PL')}:1`

/** '#rrggbb', or '' and null for the shop's own. */
const colorSchema = (name: LookColor) =>
  z
    .string()
    .nullable()
    .transform((typed) => (typed === null || typed.trim() === '' ? null : typed.trim().toLowerCase()))
    .pipe(
      z
        .string()
        .regex(/^#[0-9a-f]{6}$/, 'Podaj kolor jak #9c7430: krzyżyk i sześć cyfr lub liter od a do f')
        .superRefine((color, context) => {
          const close = findTooClose(name, color)
          if (!close) return
          const ratio = formatRatio(findContrast(color, close.color))
          const needed = formatRatio(close.least)
          const message = `Za mały kontrast do ${close.name}: ${ratio}, potrzeba ${needed}. Pasuje ${proposeColor(name, color)}`
          context.addIssue({ code: 'custom', message })
        })
        .nullable(),
    )

export const newLookSchema = defineSchema(() =>
  z.strictObject({
    version: z.int(),
    accent: colorSchema('accent'),
    dark: colorSchema('dark'),
    logo: logoKeySchema.nullable(),
  }),
)
export type NewLook = z.output<typeof newLookSchema>

/** What was made of an uploaded picture. */
export const uploadedLogoSchema = defineSchema(() =>
  z.object({ logo: z.string().meta({ description: '/api/logo/{logo}' }) }).meta({ id: 'UploadedLogo' }),
)
