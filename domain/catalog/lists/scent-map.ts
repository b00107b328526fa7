import type { CatalogProduct } from '#domain/catalog/catalog.ts'
import { FAMILY_CIRCLE } from '#domain/catalog/scents/scent-character.ts'
import type { ScentFamilySlug } from '#domain/catalog/scents/scent-families.ts'
import { characterOf } from './scent-likeness.ts'

/** The map is a square of this side; the families stand around a circle in it. */
export const MAP_SIDE = 1000
const CENTRE = MAP_SIDE / 2
const RADIUS = 470
/** Most scents have notes of several families, whose middle is near the centre: this draws them apart. */
const SPREAD = 2
/** The width of a cell at most, so that a finger meets one on a phone (358 px wide: 25 px). */
const WIDEST_CELL = 70
/** Cells for each scent, at least, so that it finds one near its place. */
const CELLS_EACH = 2

export type MapPlace = { x: number; y: number }
export type PlacedScent = MapPlace & { entry: CatalogProduct }

/** Where a family stands on the circle, at a share of its radius; the first one is at the top on the left. */
export function placeFamily(family: ScentFamilySlug, share = 1): MapPlace {
  const turn = (FAMILY_CIRCLE.indexOf(family) / FAMILY_CIRCLE.length - 0.34) * 2 * Math.PI
  return { x: CENTRE + Math.cos(turn) * RADIUS * share, y: CENTRE + Math.sin(turn) * RADIUS * share }
}

/** The weighted middle of a scent's families, from the centre. */
function findMiddle(entry: CatalogProduct): MapPlace {
  const sum = { x: 0, y: 0 }
  for (const [family, share] of characterOf(entry).families) {
    const at = placeFamily(family)
    sum.x += (at.x - CENTRE) * share
    sum.y += (at.y - CENTRE) * share
  }
  return sum
}

/** The middles of scents around the one that they have together, drawn apart and never out of the circle. */
function spreadMiddles(middles: readonly MapPlace[]): MapPlace[] {
  const count = Math.max(1, middles.length)
  const average = (of: 'x' | 'y') => middles.reduce((sum, middle) => sum + middle[of], 0) / count
  const [x, y] = [average('x'), average('y')]
  return middles.map((middle) => {
    const [right, down] = [middle.x - x, middle.y - y]
    const scale = Math.min(SPREAD, RADIUS / Math.max(1, Math.hypot(right, down)))
    return { x: CENTRE + right * scale, y: CENTRE + down * scale }
  })
}

/** The middles of the cells of a honeycomb that fills the circle. */
function listCells(width: number): MapPlace[] {
  const height = (width * Math.sqrt(3)) / 2
  const cells: MapPlace[] = []
  const rows = Math.floor(RADIUS / height)
  const columns = Math.ceil(RADIUS / width)
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const [x, y] = [(column + (row % 2 === 0 ? 0 : 0.5)) * width, row * height]
      if (Math.hypot(x, y) <= RADIUS) cells.push({ x: Math.round(CENTRE + x), y: Math.round(CENTRE + y) })
    }
  }
  return cells
}

/**
 * A place for every scent with known notes: the free cell that is nearest to the middle of its families. Those farthest
 * from the centre choose first, because there is least room. The same scents always have the same places.
 */
export function placeScents(scents: readonly CatalogProduct[]): PlacedScent[] {
  const known = scents
    .filter((entry) => characterOf(entry).families.size > 0)
    .sort((a, b) => (a.product.id < b.product.id ? -1 : 1))
  const middles = spreadMiddles(known.map(findMiddle))
  const placed = known
    .flatMap((entry, index) => {
      const at = middles[index]
      return at ? { entry, at, away: Math.hypot(at.x - CENTRE, at.y - CENTRE) } : []
    })
    .sort((a, b) => b.away - a.away)
  const area = Math.PI * RADIUS ** 2
  const free = listCells(Math.min(WIDEST_CELL, Math.sqrt(area / (CELLS_EACH * Math.max(1, placed.length)))))
  return placed.flatMap(({ entry, at }) => {
    const distances = free.map((cell) => Math.hypot(cell.x - at.x, cell.y - at.y))
    const [cell] = free.splice(distances.indexOf(Math.min(...distances)), 1)
    return cell ? { entry, ...cell } : []
  })
}
