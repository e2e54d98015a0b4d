"""Models whose worlds are deals, and what can happen to them besides announcements."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import reduce
from operator import and_

from whoknows.core.error import Error
from whoknows.deals.places import DealVocabulary
from whoknows.logic.bitset import Bitset
from whoknows.logic.filling import MOST_WAYS
from whoknows.logic.formula import Name, Named
from whoknows.logic.model import Model
from whoknows.logic.space import Set
from whoknows.logic.vocabulary import World
from whoknows.logic.worlds import in_memory


class DealModel(Model):
    """A model whose worlds are deals."""

    vocabulary: DealVocabulary

    def look(self, seat: Name, place: Name, sentence: str = "") -> "DealModel":
        """A seat looks at the cards of a place; everyone sees that it does."""
        from whoknows.deals.updates import Look

        return Look(seat, place, sentence).to(self)

    def split(
        self,
        place: Name,
        parts: Named[int],
        *,
        owner: Named[Name] | None = None,
        seen: Named[Collection[Name]] | None = None,
        sentence: str = "",
    ) -> "DealModel":
        """The cards of a place are divided, as when some are drawn from a stock.

        A part with the name of the place stays as it was; others belong to `owner`, who sees
        them unless `seen` says otherwise.
        """
        from whoknows.deals.split import Split

        return Split(place, parts, owner or {}, seen or {}, sentence).to(self)

    def show(self, by: Name, to: Name, among: Iterable[Name], sentence: str = "") -> "DealModel":
        """A seat shows one of these cards to another seat; the others see only that it happens."""
        from whoknows.deals.updates import Show

        return Show(by, to, tuple(among), sentence).to(self)

    def roomy(self, times: int) -> "DealModel":
        """This model, on an engine with room for this many times as many worlds."""
        from whoknows.deals.deal_builder import MOST_LISTED
        from whoknows.deals.updates import Deal

        many, born = self.count() * times, self.history[0]
        if not isinstance(self.space, Bitset) or many <= MOST_LISTED or not isinstance(born, Deal):
            return self
        if born.engine == "bitset":
            if many > MOST_WAYS:
                raise Error(f'{many:,} worlds are too many to list; use engine="diagram"')
            return self
        model = replace(born, engine="diagram").to(None)
        for update in self.history[1:]:
            model = dealt(update.to(model))
        return model

    @in_memory
    def seen(self, sees: World) -> Set:
        """The worlds in which these places hold exactly these cards."""
        found: Set = self.space.all & reduce(and_, self._literals(sees), ~self.space.none)
        return found

    def _literals(self, sees: World) -> Iterator[Set]:
        """Card by card, whether it lies in the place."""
        for key, content in sees.items():
            if self.vocabulary.is_shown(key):
                fact = self.vocabulary.fact(key)
                yield self.space.is_value(fact.name, self.vocabulary.value(fact, content))
                continue
            place = self.vocabulary.place(key)
            shown = {self.vocabulary.card(card) for card in self.vocabulary.several(content)}
            for card in self.vocabulary.world_facts:
                there = self.space.is_value(card, place.name)
                yield there if card in shown else ~there


def dealt(model: object) -> DealModel:
    """The model, if it is the model of a deal."""
    if not isinstance(model, DealModel):
        raise Error("this only works with dealt cards")
    return model
