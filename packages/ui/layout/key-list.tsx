import { Dialog } from '../components/dialog.tsx'
import { KeyCap } from '../components/key-cap.tsx'
import { defineMessages, useMessages } from '../i18n/language.ts'
import style from './key-list.module.css'
import type { NavigationTarget } from './place.ts'

const told = defineMessages({
  'pt-BR': {
    title: 'Atalhos de teclado',
    everywhere: 'Em todas as páginas',
    palette: 'Comandos',
    keys: 'Esta lista',
    search: 'Buscar',
  },
  'en-US': {
    title: 'Keyboard shortcuts',
    everywhere: 'On every page',
    palette: 'Commands',
    keys: 'This list',
    search: 'Search',
  },
})

/** A group of keys, with the effect of each. */
export type KeyGroup = [name: string, keys: [key: string, does: string][]]

interface KeyListProps {
  open: boolean
  onClose: () => void
  places: NavigationTarget[]
  /** In addition to the global ones. */
  groups: KeyGroup[]
}

/** The list of all keys. */
export function KeyList({ open, onClose, places, groups }: KeyListProps) {
  const say = useMessages(told)
  const everywhere: KeyGroup = [
    say.everywhere,
    [
      ['Ctrl K', say.palette],
      ['?', say.keys],
      ['/', say.search],
      ...places.map(({ key, name }): [string, string] => [`G ${key.toUpperCase()}`, name]),
    ],
  ]
  return (
    <Dialog open={open} onClose={onClose} title={say.title} wide>
      <div className={style.groups}>
        {[everywhere, ...groups].map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={style.keys}>
              {keys.map(([key, what]) => (
                <div key={what} className={style.key}>
                  <dt>{what}</dt>
                  <dd>
                    <span className="said">{key}</span>
                    {key.split(' ').map((one) => (
                      <KeyCap key={one}>{one}</KeyCap>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
