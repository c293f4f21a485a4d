import { Button } from '@eclusa/ui/components/button.tsx'
import { Icon } from '@eclusa/ui/components/icon.tsx'
import { KeyCap } from '@eclusa/ui/components/key-cap.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import style from '@eclusa/ui/layout/navigation.module.css'
import { Link } from '@tanstack/react-router'
import { useCounts, useMe } from '../api/queries.ts'
import { useWaitingForMe } from '../approvals/queries.ts'
import { type NavigationPage, pagesOf } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'

interface NavigationProps {
  openKeys: () => void
  openPalette: () => void
}

export function Navigation({ openKeys, openPalette }: NavigationProps) {
  const say = useMessages(frame)
  const { roles } = useMe()
  const decidable = useCounts()?.decidable
  const proposed = useWaitingForMe()
  const counts: Partial<Record<NavigationPage['name'], { count: number; more: boolean } | undefined>> = {
    queue: decidable,
    proposals: proposed && { count: proposed.proposals.length, more: proposed.more },
  }
  return (
    <header className={style.bar}>
      <div className={style.brand}>
        <img src="/mark.svg" alt="" width="20" height="20" />
        <span>Eclusa</span>
      </div>
      <button type="button" className={style.find} onClick={openPalette}>
        <Icon name="search" />
        <span className={style.word}>{say.commands}</span>
        <KeyCap>Ctrl K</KeyCap>
      </button>
      <nav className={style.pages} aria-label={say.navigation}>
        {pagesOf(roles).map(({ name, to }) => (
          <Link
            key={name}
            to={to}
            className={style.page}
            title={say.pages[name]}
            activeOptions={{ exact: to === '/', includeSearch: false }}
          >
            <Icon name={name} />
            <span className={style.word}>{say.pages[name]}</span>
            <Count {...counts[name]} />
          </Link>
        ))}
      </nav>
      <div className={style.end}>
        <Button className={style.keys} look="quiet" onClick={openKeys} shortcut="?">
          {say.keys}
        </Button>
        <PersonMenu />
      </div>
    </header>
  )
}

/** The number of waiting items. Zero is not shown. */
function Count({ count = 0, more = false }: { count?: number; more?: boolean }) {
  const { number } = useFormats()
  if (count === 0) return null
  return (
    <span className={style.count}>
      {number(count)}
      {more && '+'}
    </span>
  )
}
