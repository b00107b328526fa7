import { NoticeSettingsCard } from './notices-form.tsx'
import { PushDevices } from './push-devices.tsx'

/** 'Powiadomienia': of what the owner is told, how and when. */
export default function Notifications() {
  return (
    <div className="space-y-4">
      <h1 className="font-display text-2xl">Powiadomienia</h1>
      <PushDevices />
      <NoticeSettingsCard />
    </div>
  )
}
