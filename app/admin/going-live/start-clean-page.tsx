import { Card } from '#app/admin/ui/card.tsx'
import { StartClean } from './start-clean.tsx'

/** 'Zacznij naprawdę': says what is deleted and what stays, and asks for confirmation. */
export default function StartCleanPage() {
  return (
    <div className="space-y-4">
      <h1 className="font-display text-2xl">Zacznij naprawdę</h1>
      <Card title="Koniec prób">
        <StartClean />
      </Card>
    </div>
  )
}
