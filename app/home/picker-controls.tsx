import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { PICKER_GENDERS, type PickerGender } from '#domain/catalog/lists/picker.ts'
import { GENDER_NAMES } from '#domain/kernel/gender.ts'
import { PickerProducts } from './picker-panel.tsx'

/** The pause in typing after which the search begins, ms. */
const TYPING_PAUSE_MS = 300

type PickerControlsProps = {
  gender: PickerGender
  onGender: (gender: PickerGender) => void
  onSearch: (words: string) => void
  offersBrands: boolean
  isHydrated: boolean
}

/** Gender, search and brand, above the tiles on the phone. */
export function PickerControls({ gender, onGender, onSearch, offersBrands, isHydrated }: PickerControlsProps) {
  const dialogs = useDialogs()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const search = (words: string, pause: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onSearch(words.trim()), pause)
  }
  return (
    <form
      action={href('/sklep')}
      className="mt-6 space-y-3 md:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        search(String(new FormData(event.currentTarget).get('search') ?? ''), 0)
      }}
    >
      <fieldset className="grid grid-cols-2 rounded-full bg-sand p-1">
        <legend className="sr-only">Dla kogo</legend>
        {PICKER_GENDERS.toReversed().map((of) => (
          <label
            key={of}
            className="focus-ring-within grid min-h-11 place-items-center rounded-full text-sm font-semibold transition-colors has-checked:bg-night has-checked:text-ivory"
          >
            <input
              type="radio"
              name="gender"
              value={of}
              defaultChecked={of === gender}
              onChange={() => onGender(of)}
              className="sr-only"
            />
            {GENDER_NAMES[of]}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          name="search"
          aria-label="Szukaj perfum"
          placeholder="Perfumy, marka lub nuta"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          onChange={(event) => search(event.target.value, TYPING_PAUSE_MS)}
          onFocus={PickerProducts.preload}
          className="pill min-h-12 min-w-44 flex-1 px-5 py-2 text-base placeholder:text-night/70"
        />
        {offersBrands && (
          <button
            type="button"
            aria-haspopup="dialog"
            disabled={!isHydrated}
            onFocus={() => preloadDialog('brands')}
            onClick={() => dialogs.open({ name: 'brands' })}
            className={buttonClass('secondary', 'tight', 'min-h-12 shrink-0 noscript:hidden max-[22.5rem]:w-full')}
          >
            Wybierz markę
          </button>
        )}
      </div>
    </form>
  )
}
