import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import { borderOf, CONTROL } from '#app/ui/form/field-frame.tsx'
import {
  NOTE_MAX,
  type NotesPyramid,
  PYRAMID_LEVELS,
  type PyramidLevel,
  tidyNotes,
} from '#domain/catalog/scents/scent-pyramid.ts'

type Notes = { notes: string[]; notes_pyramid: NotesPyramid | null }

const LEVEL_NAMES: Record<PyramidLevel, string> = { head: 'Głowa', heart: 'Serce', base: 'Baza' }

type NotesFieldProps = Notes & {
  onChange: (changed: Partial<Notes>) => void
  errors: { notes?: string; notes_pyramid?: string }
}

/** Fragrance notes as chips; with a pyramid each has its level. */
export function NotesField({ notes, notes_pyramid: pyramid, onChange, errors }: NotesFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const problem = errors.notes ?? errors.notes_pyramid

  /** Adds several at once from a list with commas. */
  function add() {
    const given = tidyNotes(typed.split(/[,;]/))
    const next = tidyNotes([...notes, ...given])
    setTyped('')
    if (next.length > notes.length) onChange({ notes: next })
    setSaid(given.length > 0 && next.length === notes.length ? 'Ta nuta już tu jest.' : '')
  }

  function remove(note: string) {
    onChange({ notes: notes.filter((other) => other !== note), notes_pyramid: pyramid && without(pyramid, note) })
    setSaid(`Usunięto nutę ${note}.`)
    input.current?.focus()
  }

  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Nuty zapachowe</legend>
      <div className="flex gap-2">
        <input
          ref={input}
          aria-label="Nowa nuta"
          placeholder="np. róża damasceńska"
          value={typed}
          maxLength={NOTE_MAX * 5}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // Enter must not submit the form.
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (!event.nativeEvent.isComposing) add()
          }}
          onBlur={add}
          className={classNames(CONTROL, 'min-w-0 pr-3.5 placeholder:text-night/60', borderOf(problem))}
        />
        <button
          type="button"
          aria-label="Dodaj nutę"
          onClick={() => {
            add()
            input.current?.focus()
          }}
          className="grid size-12 shrink-0 place-items-center rounded-lg border border-night/70 bg-white hover:bg-sand"
        >
          <Plus aria-hidden="true" className="size-5" />
        </button>
      </div>
      <p id={`${id}-note`} className={classNames('mt-1 text-xs', problem ? 'font-medium text-wine' : 'text-night/80')}>
        {problem ?? 'Enter lub plus dodaje nutę.'}
      </p>
      <p role="status" className="text-xs text-night/85">
        {said}
      </p>
      {notes.length > 0 && (
        <>
          <ul aria-label="Nuty" className={classNames('mt-2', pyramid ? 'space-y-1.5' : 'flex flex-wrap gap-1.5')}>
            {notes.map((note) => (
              <Chip key={note} note={note} onRemove={() => remove(note)}>
                {pyramid && (
                  <LevelSelect
                    note={note}
                    level={findLevel(pyramid, note)}
                    onChoose={(level) => onChange({ notes_pyramid: place(pyramid, note, level) })}
                  />
                )}
              </Chip>
            ))}
          </ul>
          <CheckboxField
            label="Ułóż nuty w piramidę: głowa, serce, baza"
            checked={pyramid !== null}
            onChange={(event) => onChange({ notes_pyramid: event.target.checked ? NO_LEVELS : null })}
          />
        </>
      )}
    </fieldset>
  )
}

const NO_LEVELS: NotesPyramid = { head: [], heart: [], base: [] }

function Chip({ note, onRemove, children }: { note: string; onRemove: () => void; children: ReactNode }) {
  return (
    <li
      className={classNames(
        'flex items-center gap-1 bg-sand pl-3.5 text-sm',
        children ? 'rounded-xl' : 'max-w-full rounded-full',
      )}
    >
      <span className="min-w-0 flex-1 py-1.5 wrap-anywhere">{note}</span>
      {children}
      <button
        type="button"
        aria-label={`Usuń nutę ${note}`}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand-deep sm:size-9"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}

type LevelSelectProps = { note: string; level: PyramidLevel | null; onChoose: (level: PyramidLevel | null) => void }

function LevelSelect({ note, level, onChoose }: LevelSelectProps) {
  return (
    <select
      aria-label={`Poziom nuty ${note}`}
      value={level ?? ''}
      onChange={({ target }) => onChoose(PYRAMID_LEVELS.find((known) => known === target.value) ?? null)}
      className={classNames(
        'my-1 min-h-11 rounded-lg border bg-white px-2 text-sm sm:min-h-9',
        level === null ? 'border-wine' : 'border-night/45',
      )}
    >
      <option value="">wybierz</option>
      <Options of={PYRAMID_LEVELS.map((known) => [known, LEVEL_NAMES[known]])} />
    </select>
  )
}

function findLevel(pyramid: NotesPyramid, note: string): PyramidLevel | null {
  return PYRAMID_LEVELS.find((level) => pyramid[level].includes(note)) ?? null
}

function without(pyramid: NotesPyramid, note: string): NotesPyramid {
  const keep = (notes: readonly string[]) => notes.filter((other) => other !== note)
  return { head: keep(pyramid.head), heart: keep(pyramid.heart), base: keep(pyramid.base) }
}

function place(pyramid: NotesPyramid, note: string, level: PyramidLevel | null): NotesPyramid {
  const others = without(pyramid, note)
  return level === null ? others : { ...others, [level]: [...others[level], note] }
}
