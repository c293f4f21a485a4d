import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMe } from '../contract/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../parts/menu.tsx'
import { language, languages, said, useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { theme, themes, wearTheme } from '../words/theme.ts'
import style from './person-menu.module.css'
import { frame } from './words.ts'

/** Who one is, with which roles, and how one wants to see the desk. */
export function PersonMenu() {
  const say = useWords(frame)
  const roleWords = useWords(shared).roles
  const { name, roles } = useMe()
  const spoken = language.use()
  const worn = theme.use()
  const leaving = useRef<HTMLFormElement>(null)
  const queries = useQueryClient()
  const told = roles.map((role) => said(roleWords, role)).join(', ')
  return (
    <>
      <Menu
        button={
          <button type="button" className={style.person}>
            <Icon name="person" />
            <span className="said">{say.person}: </span>
            <span className={style.words}>
              <span className={style.name}>{name}</span>
              <span className={style.roles}>{told}</span>
            </span>
          </button>
        }
      >
        <p className={style.whole}>
          {name}
          <span>{told}</span>
        </p>
        <MenuLine />
        <MenuChoice
          label={say.language}
          value={spoken}
          options={languages.map((value) => ({ value, label: say.languages[value] }))}
          onChoose={(value) => {
            language.set(value)
            document.documentElement.lang = value
            // Part of what was read is in words.
            void queries.invalidateQueries()
          }}
        />
        <MenuLine />
        <MenuChoice
          label={say.theme}
          value={worn}
          options={themes.map((value) => ({ value, label: say.themes[value] }))}
          onChoose={(value) => {
            theme.set(value)
            wearTheme()
          }}
        />
        <MenuLine />
        <MenuItem onSelect={() => leaving.current?.requestSubmit()}>{say.logOut}</MenuItem>
      </Menu>
      {/* A form, because the answer leads to the issuer, where the other half of the session ends. */}
      <form ref={leaving} method="post" action="/logout" hidden />
    </>
  )
}
