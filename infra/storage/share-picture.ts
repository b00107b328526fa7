import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { Font } from 'fontkit'
import type { SharePictures, ShareWords } from '#domain/pictures/picture.ts'
import { bend, coverOutline, type Outline, outlineText } from './outlines.ts'
import { loadSharp } from './picture-encoder.ts'

const SIZE = { width: 1200, height: 630 } as const
const LEFT = 88
/** Where a line of words must end. */
const RIGHT = 740

type Color = readonly [red: number, green: number, blue: number]
const DARK: Color = [23, 19, 16]
const BROWN: Color = [93, 65, 50]
const IVORY: Color = [247, 242, 232]
const GOLD: Color = [216, 182, 115]
const ARCH: Color = [138, 98, 68]

const FONTS = {
  display: '@expo-google-fonts/eb-garamond/500Medium/EBGaramond_500Medium.ttf',
  text: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
} as const

/** Its library is loaded with the first picture: it is as large as a third of the shop, and a start draws nothing. */
async function openFont(file: string): Promise<Font> {
  const { create } = await import('fontkit')
  return create(readFileSync(createRequire(import.meta.url).resolve(file)))
}

/** Draws each picture once: the words change rarely, and every link asks for the same one. */
export function createSharePictures(): SharePictures {
  let drawn: { key: string; picture: Promise<Buffer> } | null = null
  return {
    async draw(words) {
      const key = JSON.stringify(words)
      if (drawn?.key !== key) drawn = { key, picture: draw(words) }
      return drawn.picture
    },
  }
}

/** The shop's words beside an arch, JPEG. */
async function draw({ eyebrow, slogan, shopName }: ShareWords): Promise<Buffer> {
  const [display, text] = [await openFont(FONTS.display), await openFont(FONTS.text)]
  const pixels = paintGround()
  await paint(pixels, outlineArch(800, 126, 288), GOLD)
  await paint(pixels, outlineArch(803, 131, 282), BROWN)
  await paint(pixels, outlineArch(824, 176, 240), ARCH)
  const lines = wrap(display, slogan, 56)
  let y = 315 - lines.length * 32
  await paint(
    pixels,
    outlineText(text, eyebrow.toUpperCase(), { x: LEFT, y: y - 70, size: 17, spacing: 2.2 }).outline,
    GOLD,
  )
  for (const line of lines) {
    await paint(pixels, outlineText(display, line, { x: LEFT, y, size: 56 }).outline, IVORY)
    y += 64
  }
  await paint(pixels, outlineRule(y - 24), GOLD)
  const [name = ''] = wrap(display, shopName, 34)
  await paint(pixels, outlineText(display, name, { x: LEFT, y: y + 44, size: 34 }).outline, IVORY)
  const sharp = await loadSharp()
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

function paintGround(): Buffer {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const share = (x / SIZE.width + y / SIZE.height) / 2
      for (const [channel, from] of DARK.entries()) {
        pixels[(y * SIZE.width + x) * 3 + channel] = from + ((BROWN[channel] ?? 0) - from) * share
      }
    }
  }
  return pixels
}

/** Lays a colour over the pixels inside an outline. */
async function paint(pixels: Buffer, outline: Outline, color: Color): Promise<void> {
  // Between two outlines other work goes on.
  await setImmediate()
  for (const [row, covered] of coverOutline(outline, SIZE)) {
    for (const [x, share] of covered.entries()) {
      if (share === 0) continue
      const at = (row * SIZE.width + x) * 3
      for (let channel = 0; channel < 3; channel++) {
        const before = pixels[at + channel] ?? 0
        pixels[at + channel] = before + ((color[channel] ?? 0) - before) * share
      }
    }
  }
}

/** A pointed arch that stands on the lower edge. */
function outlineArch(left: number, top: number, width: number): Outline {
  const [middle, right, shoulder, foot] = [left + width / 2, left + width, top + 214, SIZE.height + 2]
  const rise = bend([
    [left, shoulder],
    [left, top + 120],
    [middle - 45, top + 80],
    [middle, top],
  ])
  const fall = bend([
    [middle, top],
    [middle + 45, top + 80],
    [right, top + 120],
    [right, shoulder],
  ])
  return [[[left, foot], [left, shoulder], ...rise, ...fall, [right, foot]]]
}

const outlineRule = (y: number): Outline => [
  [
    [LEFT, y],
    [LEFT + 53, y],
    [LEFT + 53, y + 3],
    [LEFT, y + 3],
  ],
]

/** Lines of words that fit; the last of three ends where there is no more room. */
function wrap(font: Font, text: string, size: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (outlineText(font, longer, { x: LEFT, y: 0, size }).end <= RIGHT) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines.slice(0, 3)
}
