import { Link } from '@tanstack/react-router'
import { useCounts, useMe } from '../contract/queries.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { KeyCap } from '../parts/key-cap.tsx'
import { useFormats } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import style from './navigation.module.css'
import { pagesOf } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'
import { frame } from './words.ts'

interface Props {
  openKeys: () => void
  openPalette: () => void
}

export function Navigation({ openKeys, openPalette }: Props) {
  const say = useWords(frame)
  const { number } = useFormats()
  const { roles } = useMe()
  const waiting = useCounts()?.waiting
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
          <Link key={name} to={to} className={style.page} activeOptions={{ exact: to === '/', includeSearch: false }}>
            <Icon name={name} />
            <span className={style.word}>{say.pages[name]}</span>
            {name === 'queue' && waiting && (
              <span className={style.count}>
                {number(waiting.count)}
                {waiting.more && '+'}
              </span>
            )}
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
