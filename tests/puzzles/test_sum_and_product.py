"""Sum and product: for which bounds the dialogue can be held, and who said what."""

import pytest

import whoknows as wk


def dialogue(most):
    """How many pairs are left after each sentence, and the answers."""
    model = wk.model(
        {"x": range(2, most), "y": range(2, most)},
        seats=["Sam", "Pat"],
        observes={"Sam": ["x + y"], "Pat": ["x * y"]},
        law=["x < y", f"x + y <= {most}"],
        engine="bitset",
    )
    said = model.says("Sam", "~Kv[Pat] world")
    known = said.says("Pat", "Kv[Pat] world")
    answers = [tuple(pair.values()) for pair in known.where("Kv[Sam] world")]
    return (model.count(), said.count(), known.count()), answers


def test_the_published_answer():
    assert dialogue(100) == ((2352, 145, 86), [(4, 13)])


def can_be_held(most):
    try:
        return bool(dialogue(most)[1])
    except wk.Error as error:  # with a small bound even the first sentences cannot be true
        return "false in every world" not in str(error)


def test_there_is_no_answer_below_65():
    assert [most for most in range(5, 71) if can_be_held(most)] == [65, 66, 67, 68, 69, 70]
    assert dialogue(65) == ((961, 79, 51), [(4, 13)])


@pytest.mark.parametrize("most", [61, 62, 64])
def test_below_65_the_last_sentence_is_false_wherever_the_others_are_true(most):
    (_, said, known), answers = dialogue(most)
    assert said > 0
    assert known > 0
    assert answers == []


def test_a_second_answer_turns_up_at_1685():
    assert dialogue(1684)[1] == [(4, 13)]
    assert dialogue(1685) == ((707281, 51011, 17567), [(4, 13), (4, 61)])


def test_by_arithmetic_alone():
    """The same without a model, for the bound of the puzzle."""
    pairs = [(x, y) for x in range(2, 100) for y in range(x + 1, 100) if x + y <= 100]

    def alone(left, by):
        """The pairs that one who sees this of them can tell from all others left."""
        seen = [by(*pair) for pair in left]
        return {pair for pair in left if seen.count(by(*pair)) == 1}

    def total(x, y):
        return x + y

    def product(x, y):
        return x * y

    given_away = {total(*pair) for pair in alone(pairs, product)}
    first = [pair for pair in pairs if total(*pair) not in given_away]
    second = sorted(alone(first, product))
    assert (len(pairs), len(first), len(second)) == (2352, 145, 86)
    assert alone(second, total) == {(4, 13)}
