import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { readLabelSettings } from './label-queries.server.ts'
import { hasCarrierConsent } from './label-settings.ts'

export default defineDuty({
  key: 'carrier-consent',
  title: 'Zgoda przewoźnika na towar niebezpieczny',
  why: 'Perfumy są palne (UN 1266) i wolno je nadać tylko przewoźnikowi, który zgodził się na nie na piśmie.',
  act: 'Umowa ADR, rozdział 3.4; ustawa z 19.08.2011 o przewozie towarów niebezpiecznych',
  since: '2012-01-01',
  async findGaps({ db }) {
    if (hasCarrierConsent(await readLabelSettings(db))) return []
    const todo =
      'Poproś przewoźnika o zgodę na ilości ograniczone (LQ), wgraj ją albo zapisz, gdzie leży, i podaj datę.'
    return lacksInShop(todo, '/admin/ustawienia/sklad-i-producenci#zgoda-przewoznika')
  },
})
