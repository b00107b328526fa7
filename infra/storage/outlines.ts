import type { Font } from 'fontkit'

type Point = readonly [x: number, y: number]
/** Closed lines in px; the y axis points downwards. */
export type Outline = readonly (readonly Point[])[]

/** Straight pieces of a curve. */
const PIECES = 16
/** Lines of samples in a row of pixels. */
const SAMPLES = 4

const mix = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [ax + (bx - ax) * share, ay + (by - ay) * share]

/** The point of a Bézier curve of any degree (de Casteljau). */
function follow(points: readonly Point[], share: number): Point {
  const [first = [0, 0], ...others] = points
  if (others.length === 0) return first
  const next = points.slice(1).map((point, index) => mix(points[index] ?? first, point, share))
  return follow(next, share)
}

/** A curve from a point as straight pieces, without that point. */
export const bend = (points: readonly Point[]): Point[] =>
  Array.from({ length: PIECES }, (_, index) => follow(points, (index + 1) / PIECES))

type TextPlace = { x: number; y: number; size: number; spacing?: number }

/** The outline of a line of text that begins at a point of its baseline, and where it ends. */
export function outlineText(font: Font, text: string, { x, y, size, spacing = 0 }: TextPlace) {
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  const lines: Point[][] = []
  let left = x
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const place = ([px = 0, py = 0]: number[]): Point => [left + (px + xOffset) * scale, y - (py + yOffset) * scale]
    for (const { command, args } of glyph.path.commands) {
      const points = Array.from({ length: args.length / 2 }, (_, at) => place(args.slice(at * 2, at * 2 + 2)))
      const line = lines.at(-1)
      const last = line?.at(-1)
      if (command === 'moveTo') lines.push(points)
      else if (line && last) line.push(...(points.length > 1 ? bend([last, ...points]) : points))
    }
    left += xAdvance * scale + spacing
  }
  return { outline: lines, end: left }
}

type Size = { width: number; height: number }
type Crossing = { x: number; turn: number }

/** The rows of pixels that an outline touches, and how much of each pixel is inside (non-zero winding), 0 to 1. */
export function* coverOutline(outline: Outline, { width, height }: Size): Generator<[row: number, Float32Array]> {
  const lines = outline.map((line) => {
    const heights = line.map(([, y]) => y)
    return { line, top: Math.min(...heights), bottom: Math.max(...heights) }
  })
  const first = Math.max(0, Math.floor(Math.min(...lines.map(({ top }) => top))))
  const last = Math.min(height, Math.ceil(Math.max(...lines.map(({ bottom }) => bottom))))
  for (let row = first; row < last; row++) {
    const near = lines.filter(({ top, bottom }) => top < row + 1 && bottom > row).map(({ line }) => line)
    const covered = new Float32Array(width)
    for (let sample = 0; sample < SAMPLES; sample++)
      coverLine(covered, findCrossings(near, row + (sample + 0.5) / SAMPLES))
    yield [row, covered]
  }
}

function coverLine(covered: Float32Array, crossings: readonly Crossing[]): void {
  let winding = 0
  for (const [index, { x, turn }] of crossings.entries()) {
    const next = crossings[index + 1]
    winding += turn
    if (winding === 0 || !next) continue
    const [start, end] = [Math.max(0, x), Math.min(covered.length, next.x)]
    for (let pixel = Math.floor(start); pixel < end; pixel++) {
      const share = Math.min(end, pixel + 1) - Math.max(start, pixel)
      covered[pixel] = Math.min(1, (covered[pixel] ?? 0) + share / SAMPLES)
    }
  }
}

/** Where a horizontal line meets an outline, from left to right. */
function findCrossings(outline: Outline, y: number): Crossing[] {
  const crossings: Crossing[] = []
  for (const line of outline) {
    const last: Point = line.at(-1) ?? [0, 0]
    let [fromX, fromY] = last
    for (const [toX, toY] of line) {
      if (fromY <= y !== toY <= y)
        crossings.push({ x: fromX + ((y - fromY) * (toX - fromX)) / (toY - fromY), turn: toY > fromY ? 1 : -1 })
      fromX = toX
      fromY = toY
    }
  }
  return crossings.sort((a, b) => a.x - b.x)
}
