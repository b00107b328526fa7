import { defineDuty } from '#domain/kernel/duties/define-duty.ts'
import { lacksInShop } from '#domain/kernel/duties/duty.ts'
import { readGuaranteeNotice } from './label-queries.server.ts'

export default defineDuty({
  key: 'guarantee-notice',
  title: 'Zawiadomienie o gwarancji prawnej',
  why: 'Kupujący musi przed zakupem zobaczyć urzędowe zawiadomienie o co najmniej 2 latach gwarancji, niezmienione.',
  act: 'Dyrektywa 2011/83/UE, art. 6 ust. 1 lit. l; rozporządzenie wykonawcze (UE) 2025/1960, załącznik I',
  since: '2026-09-27',
  async findGaps({ db }) {
    if ((await readGuaranteeNotice(db)) !== null) return []
    const todo =
      'Zanim sklep ruszy, wgraj urzędowy plik Komisji Europejskiej po polsku, w kolorze. Do tego czasu w sklepie stoją ' +
      'zastępcze słowa, które go nie zastąpią.'
    return lacksInShop(todo, '/admin/ustawienia/sklad-i-producenci#zawiadomienie')
  },
})
