"""Finds texts of a page that overlap or are cut off."""

from __future__ import annotations

from typing import Any

_FAULTS = """(root, width) => {
    const boxes = [], modal = document.querySelector("dialog:modal"); // what is behind it is dark
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode, element = node.parentElement;
        const isVisible = element.checkVisibility({ visibilityProperty: true });
        const isHidden = !isVisible || element.closest(".visually-hidden, .sums, svg, .skip")
            || (modal && !modal.contains(element));
        if (!node.textContent.trim() || isHidden) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, top, right, bottom, height } of range.getClientRects()) {
            const space = height * 0.12; // above and below the letters
            const seen = { top: top + space, bottom: bottom - space };
            for (let at = element; root.contains(at); at = at.parentElement) {
                if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue;
                const outer = at.getBoundingClientRect(); // what is scrolled out of sight is in nobody's way
                seen.top = Math.max(seen.top, outer.top);
                seen.bottom = Math.min(seen.bottom, outer.bottom);
            }
            if (seen.bottom > seen.top) boxes.push({ text: node.textContent, element, left, right, ...seen });
        }
    }
    const faults = boxes.length ? [] : ["there is no text"];
    for (const box of boxes) {
        if (box.left < -1 || box.right > width + 1) faults.push(`beside the page: ${box.text}`);
        for (let at = box.element; at && at !== document.body; at = at.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(at), outer = at.getBoundingClientRect();
            const isBeside = box.left < outer.left - 1 || box.right > outer.right + 1;
            const isAbove = box.top < outer.top - 1 || box.bottom > outer.bottom + 1;
            if (overflowX !== "visible" && isBeside) faults.push(`cut off: ${box.text}`);
            if (overflowY === "hidden" && isAbove) faults.push(`cut off: ${box.text}`);
        }
    }
    // What has been scrolled out of its box is not seen.
    const seen = boxes.map(box => {
        const part = { ...box };
        for (let at = box.element; at && at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflow === "visible") continue;
            const outer = at.getBoundingClientRect();
            part.left = Math.max(part.left, outer.left);
            part.right = Math.min(part.right, outer.right);
            part.top = Math.max(part.top, outer.top);
            part.bottom = Math.min(part.bottom, outer.bottom);
        }
        return part;
    });
    // Of two elements one on top of the other, the lower one is not seen if there is a background between them.
    const isCovered = (one, other, x, y) => {
        const stack = document.elementsFromPoint(x, y);
        const [upper, lower] = [stack.indexOf(one), stack.indexOf(other)].sort((a, b) => a - b);
        return upper >= 0 && stack.slice(upper, lower).some(between => {
            const { backgroundColor, backgroundImage } = getComputedStyle(between);
            const isOpaque = backgroundImage !== "none" || !/, 0\\)$/.test(backgroundColor);
            return isOpaque && !between.contains(stack[lower]);
        });
    };
    seen.forEach((one, i) => seen.slice(i + 1).forEach(other => {
        const left = Math.max(one.left, other.left), right = Math.min(one.right, other.right);
        const top = Math.max(one.top, other.top), bottom = Math.min(one.bottom, other.bottom);
        if (right - left <= 1 || bottom - top <= 2) return;
        if (isCovered(one.element, other.element, (left + right) / 2, (top + bottom) / 2)) return;
        faults.push(`over each other: ${one.text} / ${other.text}`);
    }));
    return faults;
}"""


def text_faults(page: Any, selector: str) -> list[str]:
    """Texts in an element that lie over each other or are cut off; none if all is well."""
    return [str(fault) for fault in page.locator(selector).evaluate(_FAULTS, page.viewport_size["width"])]


_SMALLEST = """root => {
    let smallest = ["there is no text", 0];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { textContent } = texts.currentNode, element = texts.currentNode.parentElement;
        if (!textContent.trim() || !element.checkVisibility() || element.closest(".visually-hidden")) continue;
        const scale = element instanceof SVGElement ? element.getScreenCTM().a : 1;
        const share = (parseFloat(getComputedStyle(element).fontSize) * scale) / innerWidth;
        if (!smallest[1] || share < smallest[1]) smallest = [textContent, share];
    }
    return smallest;
}"""


def smallest_text(page: Any) -> tuple[str, float]:
    """The smallest visible text of a page, and the height of its type as a share of the window's width."""
    text, share = page.locator("main").evaluate(_SMALLEST)
    return str(text), float(share)


def is_on_screen(page: Any, selector: str) -> bool:
    """Whether there are elements for a selector and all of them are inside the window."""
    boxes = [element.bounding_box() for element in page.locator(selector).all()]
    size = page.viewport_size
    return bool(boxes) and all(
        box is not None
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
        for box in boxes
    )


_SMALL = """root => [...root.querySelectorAll("button, a, summary, select, input:not([type=checkbox], [type=radio])")]
    .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.matches(".visually-hidden, .skip"))
    .map(each => [each.id || each.textContent.trim(), each.getBoundingClientRect().height])
    .filter(([, height]) => height < 43.9)
    .map(([name, height]) => `${name}: ${height}`)"""


def small_targets(page: Any, selector: str = "body") -> list[str]:
    """What can be pressed in an element and is less than 44 pixels high; none if all is well."""
    return [str(found) for found in page.locator(selector).evaluate(_SMALL)]
