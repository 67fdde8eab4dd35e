"""Scripts in a user's language: when one is served, its messages are replaced by their translations.

So a page loads the words of its language with the scripts that say them, and no others.
"""

from __future__ import annotations

import json
import re

from tricorn.bots.wasm_exports import SCORE_MESSAGES
from tricorn.core.rules import WIN_REASONS
from tricorn.locales.i18n import Language
from tricorn.messages import Message

__all__ = ["messages_of", "translated"]

_TEXT = r'"(?:[^"\\\n]|\\.)*"'
# A message, `t("…")` or `tn("one", "other", n)`, or a list of messages that are data, `translations("wins")`.
_MESSAGE = re.compile(
    rf"\bt\(\s*(?P<text>{_TEXT})|\btn\(\s*(?P<forms>(?P<one>{_TEXT}),\s*(?P<other>{_TEXT}))"
    r'|\btranslations\((?P<quoted>"(?P<list>\w+)")\)'
)
_LISTS: dict[str, tuple[Message, ...]] = {
    "reasons": tuple(message for message in Message if message.is_reason),
    "refusals": SCORE_MESSAGES,
    "wins": WIN_REASONS,
}


def messages_of(script: str) -> list[str | tuple[str, str]]:
    """The messages of a script in their order; one with a number is its singular and its plural."""
    found = _MESSAGE.finditer(script)
    return [
        (json.loads(each["one"]), json.loads(each["other"])) if each["one"] else json.loads(each["text"])
        for each in found
        if not each["list"]
    ]


def translated(script: str, language: Language) -> str:
    """A script with the words of a language; what is not translated stays in English."""
    return _MESSAGE.sub(lambda found: _translation(found, language), script)


def _translation(found: re.Match[str], language: Language) -> str:
    if found["list"]:
        words = language.words_of(_LISTS[found["list"]])
        return found[0].replace(found["quoted"], _script(words))
    if found["one"]:
        forms = language.words.get(json.loads(found["one"]))
        return found[0] if forms is None else found[0].replace(found["forms"], f'{_script(forms)}, ""')
    text = language.words.get(json.loads(found["text"]))
    return found[0] if text is None else found[0].replace(found["text"], _script(text))


def _script(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
