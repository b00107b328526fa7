import { classNames } from '#app/ui/class-names.ts'
import { GENDER_NAMES, type Gender } from '#domain/kernel/gender.ts'

const TONES: Record<Gender, string> = { women: 'bg-blush', men: 'bg-smoke', unisex: 'bg-sage' }

/** For whom a product is, as a word; the colour only repeats it. */
export function GenderBadge({ gender, className }: { gender: Gender; className?: string }) {
  return (
    <span className={classNames('rounded-full px-2.5 py-0.5 text-xs font-semibold', TONES[gender], className)}>
      {GENDER_NAMES[gender]}
    </span>
  )
}
