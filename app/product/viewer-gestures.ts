import { useEffect, useEffectEvent } from 'react'

type Point = { x: number; y: number }

/**
 * Zooms by two fingers, and by the wheel with Ctrl, which is how touchpads report a pinch, around the point between
 * them.
 */
export function usePinch(
  area: HTMLElement | null,
  currentZoom: () => number,
  zoomTo: (zoom: number, at: Point) => void,
): void {
  const readZoom = useEffectEvent(currentZoom)
  const zoomAround = useEffectEvent(zoomTo)
  useEffect(() => {
    if (!area) return
    let started: { distance: number; zoom: number } | null = null
    const stop = new AbortController()
    // Not passive, to prevent the browser's own zoom of the page.
    const options = { passive: false, signal: stop.signal }
    const measure = (touches: TouchList) => {
      const [one, other] = touches
      if (!one || !other || touches.length !== 2) return null
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
      return { distance, x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
    }
    area.addEventListener(
      'touchstart',
      ({ touches }) => {
        const pinch = measure(touches)
        started = pinch && { distance: pinch.distance, zoom: readZoom() }
      },
      options,
    )
    area.addEventListener(
      'touchmove',
      (event) => {
        const pinch = measure(event.touches)
        if (!pinch || !started) return
        event.preventDefault()
        zoomAround((started.zoom * pinch.distance) / started.distance, pinch)
      },
      options,
    )
    area.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return
        event.preventDefault()
        const { clientX: x, clientY: y, deltaY } = event
        zoomAround(readZoom() * Math.exp(-deltaY / 200), { x, y })
      },
      options,
    )
    return () => stop.abort()
  }, [area])
}

/** How far a finger moves sideways before it leads to another picture, px, and how much more than up or down. */
const SWIPE_PX = 40
const SWIPE_SLOPE = 1.5

/** Calls `go` with 1 for a swipe of one finger to the left, with -1 for one to the right, as the gallery of a phone. */
export function useSwipe(area: HTMLElement | null, go: (by: number) => void): void {
  const lead = useEffectEvent(go)
  useEffect(() => {
    if (!area) return
    let from: Point | null = null
    const stop = new AbortController()
    const options = { passive: true, signal: stop.signal }
    area.addEventListener(
      'touchstart',
      ({ touches: [one, other] }) => {
        from = one && !other ? { x: one.clientX, y: one.clientY } : null
      },
      options,
    )
    area.addEventListener(
      'touchend',
      ({ changedTouches: [one] }) => {
        const start = from
        from = null
        if (!one || !start) return
        const [across, along] = [one.clientX - start.x, one.clientY - start.y]
        if (Math.abs(across) < SWIPE_PX || Math.abs(across) < SWIPE_SLOPE * Math.abs(along)) return
        lead(across < 0 ? 1 : -1)
      },
      options,
    )
    return () => stop.abort()
  }, [area])
}
