import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { Product } from '#domain/catalog/product.ts'

type GalleryThumbsProps = {
  pictures: Product['pictures']
  /** The ref of the row of large pictures. */
  row: RefObject<HTMLElement | null>
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Thumbnails that lead to the large pictures and mark the visible one. Arrow keys move between them. */
export default function GalleryThumbs({ pictures, row }: GalleryThumbsProps) {
  const [index, setIndex] = useState(0)
  /** False until the first move, so that nothing is announced before. */
  const [isMoved, setMoved] = useState(false)
  const thumbs = useRef<HTMLDivElement>(null)
  const count = pictures.length

  function show(next: number) {
    if (row.current) row.current.scrollLeft = next * row.current.clientWidth
  }

  /** Shows the picture before or after that of `at`, and moves the focus among the children of `group`. */
  const step = useEffectEvent((event: KeyboardEvent, group: HTMLElement, at: number) => {
    const next = at + (STEPS[event.key] ?? 0)
    if (at < 0 || next === at || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const target = group.children[next]
    if (!(target instanceof HTMLElement)) return
    target.focus({ preventScroll: true })
    show(next)
  })

  const followRow = useEffectEvent((area: HTMLElement) => {
    const seen = Math.min(count - 1, Math.round(area.scrollLeft / (area.clientWidth || 1)))
    if (seen === index) return
    setIndex(seen)
    setMoved(true)
    const [list, thumb] = [thumbs.current, thumbs.current?.children[seen]]
    if (!list || !(thumb instanceof HTMLElement)) return
    list.scrollLeft = thumb.offsetLeft - (list.clientWidth - thumb.offsetWidth) / 2
  })

  useEffect(() => {
    const stop = new AbortController()
    const area = row.current
    area?.addEventListener('scroll', () => followRow(area), { passive: true, signal: stop.signal })
    for (const group of [area, thumbs.current]) {
      const findFocused = () => [...(group?.children ?? [])].findIndex((place) => place.matches(':focus'))
      group?.addEventListener('keydown', (event) => step(event, group, findFocused()), { signal: stop.signal })
    }
    return () => stop.abort()
  }, [row])

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no fields */}
      <div
        ref={thumbs}
        role="group"
        aria-label="Zdjęcia produktu"
        className="relative -mx-1 flex gap-2 overflow-x-auto p-1 pt-2.5 [scrollbar-width:none]"
      >
        {pictures.map(({ image_key }, at) => (
          <button
            key={image_key}
            type="button"
            aria-label={`Pokaż zdjęcie ${at + 1} z ${count}`}
            aria-current={at === index}
            tabIndex={at === index ? 0 : -1}
            className={classNames(
              'w-12 shrink-0 sm:w-14 overflow-hidden rounded-lg outline-offset-1 transition-opacity',
              at === index ? 'ring-2 ring-night' : 'opacity-70 hover:opacity-100',
            )}
            onClick={() => show(at)}
          >
            <ProductPicture imageKey={image_key} alt="" sizes="3.5rem" className="w-full" />
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isMoved && `Zdjęcie ${index + 1} z ${count}`}
      </p>
    </>
  )
}
