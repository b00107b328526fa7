import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PanelField } from '#app/admin/ui/form-parts.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import {
  altSchema,
  type DescribedPicture,
  joinPictures,
  PICTURES_MAX,
  type ProductPictures,
  splitPictures,
} from '#domain/catalog/product-pictures.ts'
import { PictureDrop } from './picture-drop.tsx'
import { useUploads } from './use-uploads.ts'

type PicturesFieldProps = {
  value: ProductPictures
  errors: Partial<Record<string, string>>
  onChange: (pictures: ProductPictures) => void
}

/** The pictures of a product in order, each stored as soon as it is added. The first one is the main picture. */
export function PicturesField({ value, errors, onChange }: PicturesFieldProps) {
  const pictures = joinPictures(value)
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  /** The pressed button moves with its picture and loses the focus. */
  const pressed = useRef<string | null>(null)
  const change = (next: readonly DescribedPicture[]) => onChange(splitPictures(next))
  const { share, problems, send, cancel } = useUploads(pictures, change)
  const wrong = pictures.map(({ alt }) => altSchema.safeParse(alt).error?.issues[0]?.message)
  const problem = errors.image_key ?? (wrong.some(Boolean) ? undefined : errors.more_pictures)

  useEffect(() => {
    if (pressed.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-button="${pressed.current}"]`)?.focus()
    pressed.current = null
  })

  function move(from: number, to: number) {
    const moved = pictures[from]
    if (!moved || from === to || to < 0 || to >= pictures.length) return
    change(pictures.toSpliced(from, 1).toSpliced(to, 0, moved))
    setSaid(`Zdjęcie jest teraz na miejscu ${to + 1} z ${pictures.length}${to === 0 ? ', główne' : ''}.`)
  }

  const { dragged, grab } = useDragged(list, move)

  function remove(at: number) {
    change(pictures.toSpliced(at, 1))
    setSaid(`Usunięto zdjęcie ${at + 1}.`)
    // The focus goes to the picture that takes the removed one's place.
    const next = pictures[at + 1] ?? pictures[at - 1]
    if (next) pressed.current = `${next.image_key} remove`
  }

  return (
    <>
      <PictureDrop
        legend={`Zdjęcia (najwyżej ${PICTURES_MAX})`}
        label={pictures.length === 0 ? 'Dodaj zdjęcia' : 'Dodaj kolejne'}
        hint="Przeciągnij zdjęcia tutaj, wklej je (Ctrl+V) albo wybierz pliki."
        multiple
        share={share}
        problems={problems}
        onFiles={send}
        onCancel={cancel}
        above={
          <>
            {pictures.length > 0 && (
              <p className="mb-2 text-xs text-night/80">
                Opis mówi osobom niewidomym i wyszukiwarkom, co widać na zdjęciu. Bez niego podajemy nazwę produktu.
              </p>
            )}
            <ol ref={list} aria-label="Zdjęcia produktu" className="relative space-y-2 not-empty:mb-2">
              {pictures.map(({ image_key, alt }, at) => {
                const button = (act: string, label: string, onPress: () => void, icon: ReactNode, isOff = false) => (
                  <button
                    type="button"
                    data-button={`${image_key} ${act}`}
                    aria-label={`${label}: zdjęcie ${at + 1}`}
                    aria-disabled={isOff}
                    className="grid size-11 place-items-center rounded-full hover:bg-sand aria-disabled:opacity-40 sm:size-9"
                    onClick={() => {
                      pressed.current = `${image_key} ${act}`
                      onPress()
                    }}
                  >
                    {icon}
                  </button>
                )
                return (
                  <li
                    key={image_key}
                    style={dragged?.shift(at)}
                    className={classNames(
                      'flex items-start gap-2 rounded-xl border bg-white py-2 pr-2',
                      dragged?.from === at ? 'relative z-10 border-gold shadow-lg' : 'border-night/20',
                      dragged && dragged.from !== at && 'motion-safe:transition-transform',
                    )}
                  >
                    <span
                      title="Przeciągnij, aby zmienić kolejność"
                      className="grid w-9 shrink-0 cursor-grab touch-none place-items-center self-stretch text-night/60"
                      onPointerDown={(event) => grab(event, at)}
                    >
                      <GripVertical aria-hidden="true" className="size-5" />
                    </span>
                    <ProductPicture
                      imageKey={image_key}
                      alt={`Zdjęcie ${at + 1}`}
                      sizes="5rem"
                      className="w-20 shrink-0 rounded-lg"
                    />
                    <div className="min-w-0 flex-1">
                      <div className="flex items-center">
                        <span className="mr-auto text-xs whitespace-nowrap">
                          {at === 0 ? (
                            <span className="rounded-full bg-night px-2.5 py-0.5 font-semibold text-ivory">Główne</span>
                          ) : (
                            `Zdjęcie ${at + 1}`
                          )}
                        </span>
                        {button(
                          'up',
                          'Przesuń wyżej',
                          () => move(at, at - 1),
                          <ArrowUp className="size-4" />,
                          at === 0,
                        )}
                        {button(
                          'down',
                          'Przesuń niżej',
                          () => move(at, at + 1),
                          <ArrowDown className="size-4" />,
                          at === pictures.length - 1,
                        )}
                        {button('remove', 'Usuń', () => remove(at), <Trash2 className="size-4" />)}
                      </div>
                      <PanelField
                        label={`Opis zdjęcia ${at + 1} (opcjonalnie)`}
                        placeholder="np. flakon z boku"
                        value={alt}
                        error={wrong[at]}
                        onChange={({ target }) => change(pictures.with(at, { image_key, alt: target.value }))}
                      />
                    </div>
                  </li>
                )
              })}
            </ol>
          </>
        }
      />
      {problem && <p className="mt-1 text-xs font-medium text-wine">{problem}</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

type Drag = { from: number; to: number /** How far it was dragged, px. */; by: number; height: number }

/** Space between two pictures of the list, px. */
const GAP = 8

/** Drags an item of the list to another place. The others make room; the list changes when the item is released. */
function useDragged(list: { readonly current: HTMLElement | null }, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  /** Another picture may have been stored during the drag. */
  const moveNow = useRef(move)
  useEffect(() => {
    moveNow.current = move
  })

  function grab(event: PointerEvent, from: number) {
    const area = list.current
    const items = [...(area?.children ?? [])].filter((item) => item instanceof HTMLElement)
    const own = items[from]
    if (!area || !own || event.button !== 0) return
    event.preventDefault()
    const middles = items.map((item) => item.offsetTop + item.offsetHeight / 2)
    const ownMiddle = own.offsetTop + own.offsetHeight / 2
    // Relative to the list, which can be scrolled meanwhile.
    const placeOf = ({ clientY }: { clientY: number }) => clientY - area.getBoundingClientRect().top
    const start = placeOf(event)
    let to = from
    stop.current?.abort()
    const ends = new AbortController()
    stop.current = ends
    const options = { signal: ends.signal }
    window.addEventListener(
      'pointermove',
      (moved) => {
        const by = placeOf(moved) - start
        const place = middles.filter((middle, at) => at !== from && middle < ownMiddle + by).length
        if (place !== to) items[place]?.scrollIntoView({ block: 'nearest' })
        to = place
        setDrag({ from, to, by, height: own.offsetHeight + GAP })
      },
      options,
    )
    const end = ({ type }: Event) => {
      ends.abort()
      setDrag(null)
      if (type === 'pointerup') moveNow.current(from, to)
    }
    window.addEventListener('pointerup', end, options)
    window.addEventListener('pointercancel', end, options)
  }

  const dragged = drag && {
    ...drag,
    /** Where an item is during the drag. */
    shift(at: number) {
      const { from, to, by, height } = drag
      const gives = at === from ? by : at > from && at <= to ? -height : at < from && at >= to ? height : 0
      return { transform: `translateY(${gives}px)` }
    },
  }
  return { dragged, grab }
}
