import { useQueryClient } from '@tanstack/react-query'
import style from '../../desk/frame/person-menu.module.css'
import { frame } from '../../desk/frame/words.ts'
import { Icon } from '../../desk/parts/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../desk/parts/menu.tsx'
import { language, languages, useWords } from '../../desk/words/language.ts'
import { theme, themes, wearTheme } from '../../desk/words/theme.ts'
import { leave } from '../login/log-in.ts'
import { session } from '../login/session.ts'
import { room } from './words.ts'

const SHORT = 8

/** For which user one looks, how one wants to see the room, and the way out. */
export function PersonMenu() {
  const say = useWords(frame)
  const { user } = useWords(room)
  const { name = '', user_id = '' } = session.use() ?? {}
  const queries = useQueryClient()
  const told = `${user} …${user_id.slice(-SHORT)}`
  return (
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
        value={language.use()}
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
        value={theme.use()}
        options={themes.map((value) => ({ value, label: say.themes[value] }))}
        onChoose={(value) => {
          theme.set(value)
          wearTheme()
        }}
      />
      <MenuLine />
      <MenuItem onSelect={() => void leave()}>{say.logOut}</MenuItem>
    </Menu>
  )
}
