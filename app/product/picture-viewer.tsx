import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { ARROW_RIGHT, Icon } from '#app/ui/icon.tsx'
import type { DescribedPicture } from '#domain/catalog/product-pictures.ts'
import { buildPictureUrl, PICTURE_RATIO } from '#domain/pictures/picture-url.ts'
import { usePinch, useSwipe } from './viewer-gestures.ts'

type PictureViewerProps = {
  open: boolean
  onClose: () => void
  /** The picture that is shown first. */
  imageKey: string
  productName: string
  /** The pictures to page through. A history entry of an earlier build has none. */
  pictures?: readonly DescribedPicture[]
}

/** Largest zoom, where 1 fits the screen, and the step of a key or button. */
const LARGEST = 4
const STEP = 0.5
/** The zoom after a press of the picture. */
const PRESSED = 2

/** Keys that zoom. The arrows scroll what is larger than the view; otherwise they lead to the next picture. */
const KEYS: Partial<Record<string, (zoom: number) => number>> = {
  '+': (zoom) => zoom + STEP,
  '=': (zoom) => zoom + STEP,
  '-': (zoom) => zoom - STEP,
  '0': () => 1,
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

const clamp = (zoom: number) => Math.min(LARGEST, Math.max(1, zoom))

/** The picture at the size of the screen. Buttons, keys, wheel and two fingers zoom; scrolling moves it. */
export default function PictureViewer({ open, onClose, imageKey, productName, pictures = [] }: PictureViewerProps) {
  const [zoom, setZoom] = useState(1)
  const [shownKey, setShownKey] = useState(imageKey)
  const index = pictures.findIndex((one) => one.image_key === shownKey)
  const alt = pictures[index]?.alt ?? productName
  // A state, not a ref: the dialog mounts its content later than this component's first effects run.
  const [view, setView] = useState<HTMLElement | null>(null)
  const picture = useRef<HTMLButtonElement>(null)
  /**
   * The point that keeps its place when the zoom changes: `x`, `y` as fractions of the picture, `left`, `top` in the
   * view.
   */
  const anchor = useRef<{ x: number; y: number; left: number; top: number } | null>(null)

  /** @param at a point of the screen, else the middle of the view */
  function zoomTo(next: number, at?: { x: number; y: number }) {
    const area = view?.getBoundingClientRect()
    const box = picture.current?.getBoundingClientRect()
    if (!area || !box) return
    const x = at?.x ?? area.left + area.width / 2
    const y = at?.y ?? area.top + area.height / 2
    anchor.current = {
      x: (x - box.left) / box.width,
      y: (y - box.top) / box.height,
      left: x - area.left,
      top: y - area.top,
    }
    setZoom(clamp(next))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the point after each change of zoom.
  useEffect(() => {
    const kept = anchor.current
    const box = picture.current
    if (!kept || !box) return
    view?.scrollTo(box.offsetWidth * kept.x - kept.left, box.offsetHeight * kept.y - kept.top)
  }, [zoom])

  usePinch(view, () => zoom, zoomTo)
  useSwipe(view, (by) => zoom === 1 && go(by))

  /** Shows the picture that is `by` places further on, if there is one. */
  function go(by: number) {
    const next = pictures[index + by]
    if (!next) return
    setShownKey(next.image_key)
    setZoom(1)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const change = KEYS[event.key]
    const by = zoom > 1 ? undefined : STEPS[event.key]
    if ((!change && by === undefined) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (by !== undefined) go(by)
    if (change) zoomTo(change(zoom))
  })
  // At once: what the dialog focuses first, its closing button, lies outside the picture. The dialog keeps arrow keys
  // from the elements around it, so they are handled before it.
  useEffect(() => {
    if (!open || !view) return
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open, view])

  return (
    <Dialog open={open} onClose={onClose} title={`${productName}, zdjęcie`} hideTitle size="xl">
      <div className="relative bg-night">
        <section
          ref={setView}
          aria-label="Powiększone zdjęcie"
          // One finger scrolls what is larger than the view; two are for the pinch.
          className="h-[86dvh] touch-pan-x touch-pan-y overflow-auto overscroll-contain"
        >
          <button
            ref={picture}
            type="button"
            aria-pressed={zoom > 1}
            aria-label={zoom > 1 ? 'Pomniejsz zdjęcie' : 'Powiększ zdjęcie'}
            // Measured at once, so without the short transitions that reduced motion sets.
            className={classNames('block transition-none', zoom > 1 ? 'cursor-zoom-out' : 'cursor-zoom-in')}
            style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
            onClick={({ clientX: x, clientY: y }) => zoomTo(zoom > 1 ? 1 : PRESSED, { x, y })}
          >
            <picture className="contents">
              <source type="image/avif" srcSet={buildPictureUrl(shownKey, 960, 'avif')} />
              <img
                src={buildPictureUrl(shownKey, 960, 'webp')}
                width={PICTURE_RATIO.width}
                height={PICTURE_RATIO.height}
                alt={alt}
                draggable={false}
                className="size-full object-contain"
              />
            </picture>
          </button>
        </section>
        {pictures.length > 1 && (
          <>
            <div className="pointer-events-none absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
              <RoundButton label="Poprzednie zdjęcie" disabled={index <= 0} onClick={() => go(-1)}>
                <Icon d={ARROW_RIGHT} className="size-5 rotate-180" />
              </RoundButton>
              <RoundButton label="Następne zdjęcie" disabled={index === pictures.length - 1} onClick={() => go(1)}>
                <Icon d={ARROW_RIGHT} className="size-5" />
              </RoundButton>
            </div>
            <p role="status" className="absolute top-3 left-3 rounded-full bg-ivory/90 px-3 py-1 text-sm tabular-nums">
              <span className="sr-only">Zdjęcie </span>
              {`${index + 1} z ${pictures.length}`}
            </p>
          </>
        )}
        <div className="absolute inset-x-0 bottom-3 flex items-center justify-center gap-2">
          <RoundButton label="Mniejsze" disabled={zoom <= 1} onClick={() => zoomTo(zoom - STEP)}>
            <Minus aria-hidden="true" className="size-5" />
          </RoundButton>
          <p role="status" className="min-w-16 rounded-full bg-ivory/90 px-3 py-1 text-center text-sm tabular-nums">
            <span className="sr-only">Powiększenie </span>
            {Math.round(zoom * 100)}%
          </p>
          <RoundButton label="Większe" disabled={zoom >= LARGEST} onClick={() => zoomTo(zoom + STEP)}>
            <Plus aria-hidden="true" className="size-5" />
          </RoundButton>
        </div>
      </div>
    </Dialog>
  )
}

type RoundButtonProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

/** A button that stays focusable when it is disabled. */
function RoundButton({ label, disabled, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      className="grid size-11 place-items-center rounded-full bg-ivory/90 hover:bg-ivory aria-disabled:opacity-50"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
