type Point = { x: number; y: number }

/** The keys of the map, and where each leads. */
const DIRECTIONS: Partial<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * The index of the point that a key leads to: the nearest one in the direction of an arrow, within 45 degrees, or the
 * first or last one. The same index where there is none; null for any other key.
 */
export function findByKey(points: readonly Point[], from: number, key: string): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return points.length - 1
  const direction = DIRECTIONS[key]
  const own = points[from]
  if (!direction || !own) return null
  const ahead = points.map(({ x, y }) => {
    const along = (x - own.x) * direction.x + (y - own.y) * direction.y
    const aside = Math.abs((x - own.x) * direction.y) + Math.abs((y - own.y) * direction.x)
    return along > 0 && aside <= along ? along + aside : Number.POSITIVE_INFINITY
  })
  const least = Math.min(...ahead)
  return least === Number.POSITIVE_INFINITY ? from : ahead.indexOf(least)
}

/** Indexes of the points nearest to a place, the nearest first. */
export function listNearest(points: readonly Point[], { x, y }: Point, most: number): number[] {
  return points
    .map((point, index) => ({ index, distance: Math.hypot(point.x - x, point.y - y) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ index }) => index)
}
