import { ArrowDown, ArrowUp, Heading2, Image, type LucideIcon, Package, Pilcrow, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PictureField } from '#app/admin/pictures/picture-field.tsx'
import { FieldProblem, PanelField } from '#app/admin/ui/form-parts.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { Button } from '#app/ui/button.tsx'
import { checkForm } from '#app/ui/form/form.tsx'
import { TextAreaField } from '#app/ui/form/text-area-field.tsx'
import { GUIDE_TEXTS, type GuideBlock, guideBlockSchema, MOST_BLOCKS } from '#domain/guides/guide.ts'
import { ProductsBlock } from './products-block.tsx'

type Kind = GuideBlock['kind']

const KINDS = {
  heading: { name: 'Nagłówek', icon: Heading2 },
  paragraph: { name: 'Akapit', icon: Pilcrow },
  picture: { name: 'Zdjęcie', icon: Image },
  products: { name: 'Produkty', icon: Package },
} as const satisfies Record<Kind, { name: string; icon: LucideIcon }>

function makeBlock(kind: Kind): GuideBlock {
  const id = Math.random().toString(36).slice(2, 12) || '0'
  if (kind === 'picture') return { id, kind, image_key: '', alt: '' }
  return kind === 'products' ? { id, kind, product_ids: [] } : { id, kind, text: '' }
}

type BlocksFieldProps = {
  blocks: readonly GuideBlock[]
  /** Of products, by id. */
  names: Readonly<Record<string, string>>
  error: string | undefined
  onChange: (blocks: GuideBlock[]) => void
}

/** The parts of a page in their order: added, moved by buttons, removed. */
export function BlocksField({ blocks, names, error, onChange }: BlocksFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  /** What gets the focus at the next rendering: a button that moved with its block, or a new field. */
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })
  const emptyPicture = blocks.some((block) => block.kind === 'picture' && block.image_key === '')

  function move(from: number, to: number, act: 'up' | 'down') {
    const moved = blocks[from]
    if (!moved || to < 0 || to >= blocks.length) return
    wanted.current = `[data-button="${moved.id} ${act}"]`
    setSaid(`${KINDS[moved.kind].name}: teraz na miejscu ${to + 1} z ${blocks.length}.`)
    onChange(blocks.toSpliced(from, 1).toSpliced(to, 0, moved))
  }

  function remove(at: number) {
    const next = blocks[at + 1] ?? blocks[at - 1]
    if (next) wanted.current = `[data-button="${next.id} remove"]`
    setSaid(`Usunięto element ${at + 1}.`)
    onChange(blocks.toSpliced(at, 1))
  }

  function add(kind: Kind) {
    const block = makeBlock(kind)
    wanted.current = `[data-block="${block.id}"] :is(textarea, input:not([type="file"]), [data-first] button)`
    onChange([...blocks, block])
  }

  return (
    <section aria-label="Treść strony">
      <ol ref={list} className="space-y-3">
        {blocks.map((block, at) => (
          <li key={block.id} data-block={block.id} className="card p-4">
            <div className="mb-2 flex items-center gap-1">
              <p className="mr-auto text-xs font-semibold text-oud">{`${at + 1}. ${KINDS[block.kind].name}`}</p>
              {(
                [
                  ['up', 'Przesuń wyżej', ArrowUp, at === 0, () => move(at, at - 1, 'up')],
                  ['down', 'Przesuń niżej', ArrowDown, at === blocks.length - 1, () => move(at, at + 1, 'down')],
                  ['remove', 'Usuń', Trash2, false, () => remove(at)],
                ] as const
              ).map(([act, label, ActIcon, isOff, onPress]) => (
                <button
                  key={act}
                  type="button"
                  data-button={`${block.id} ${act}`}
                  aria-label={`${label}: element ${at + 1}`}
                  aria-disabled={isOff}
                  className="grid size-11 place-items-center rounded-full hover:bg-sand aria-disabled:opacity-40 lg:size-9"
                  onClick={onPress}
                >
                  <ActIcon aria-hidden="true" className="size-4" />
                </button>
              ))}
            </div>
            <BlockFields
              block={block}
              names={names}
              errors={error === undefined ? {} : checkForm(guideBlockSchema, block).errors}
              onChange={(next) => onChange(blocks.with(at, next))}
            />
          </li>
        ))}
      </ol>
      {error !== undefined && (blocks.length === 0 || blocks.length > MOST_BLOCKS) && (
        <p role="alert" className="mt-2 text-sm font-medium text-wine">
          {error}
        </p>
      )}
      <fieldset className="mt-3 flex flex-wrap items-center gap-2">
        <legend className="mb-1 text-sm font-medium">Dodaj element</legend>
        {(Object.keys(KINDS) as Kind[]).map((kind) => {
          const { name, icon: KindIcon } = KINDS[kind]
          const isOff = blocks.length >= MOST_BLOCKS || (kind === 'picture' && emptyPicture)
          return (
            <Button key={kind} variant="secondary" size="tight" disabled={isOff} onClick={() => add(kind)}>
              <KindIcon aria-hidden="true" className="size-4" />
              {name}
            </Button>
          )
        })}
      </fieldset>
      <p className="mt-2 text-xs text-night/80">
        {blocks.length >= MOST_BLOCKS
          ? `To najwięcej elementów: ${MOST_BLOCKS}.`
          : 'Piszesz zwykły tekst, bez HTML. Nowa linia w akapicie to nowy akapit.'}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}

type BlockFieldsProps<Block extends GuideBlock = GuideBlock> = {
  block: Block
  names: Readonly<Record<string, string>>
  errors: Partial<Record<string, string>>
  onChange: (block: GuideBlock) => void
}

function BlockFields({ block, names, errors, onChange }: BlockFieldsProps) {
  if (block.kind === 'picture') return <PictureBlock block={block} errors={errors} onChange={onChange} />
  if (block.kind === 'products') {
    return <ProductsBlock block={block} names={names} errors={errors} onChange={onChange} />
  }
  return (
    <TextAreaField
      label={KINDS[block.kind].name}
      value={block.text}
      most={GUIDE_TEXTS[block.kind]}
      rows={block.kind === 'heading' ? 1 : 6}
      error={errors.text}
      onChange={({ target }) => onChange({ ...block, text: target.value })}
    />
  )
}

type PictureBlockProps = Omit<BlockFieldsProps<Extract<GuideBlock, { kind: 'picture' }>>, 'names'>

/** The field takes every pasted picture: it is rendered only while the block has none. */
function PictureBlock({ block, errors, onChange }: PictureBlockProps) {
  return (
    <div className="grid gap-3" data-first="">
      {block.image_key === '' ? (
        <PictureField
          value={null}
          legend="Zdjęcie"
          onChange={(image_key) => image_key !== null && onChange({ ...block, image_key })}
        />
      ) : (
        <div className="flex items-end gap-3">
          <ProductPicture imageKey={block.image_key} alt={block.alt} sizes="8rem" className="w-32 rounded-xl" />
          <Button variant="quiet" size="tight" onClick={() => onChange({ ...block, image_key: '' })}>
            Zmień zdjęcie
          </Button>
        </div>
      )}
      <FieldProblem>{errors.image_key}</FieldProblem>
      <PanelField
        label="Opis zdjęcia"
        hint="Dla osób niewidomych i wyszukiwarek: co na nim widać."
        required
        value={block.alt}
        error={errors.alt}
        onChange={({ target }) => onChange({ ...block, alt: target.value })}
      />
    </div>
  )
}
